// The program's answer for the page that it writes, as WebAssembly. The page writes JSON text to input(),
// calls trace with its length, and reads as many bytes of JSON from output() as that returns.

#include "answer.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace {

std::array<char, 1 << 20> question;
std::string reply;

}  // namespace

extern "C" {

// Nothing is caught here. What throws, which is what the library does with an argument that its types cannot
// refuse, stops the module, and the page says so.
void* __cxa_allocate_exception(std::size_t) noexcept {
    __builtin_trap();
}
void __cxa_throw(void*, void*, void (*)(void*)) {
    __builtin_trap();
}

[[clang::export_name("input")]] char* input() {
    return question.data();
}

[[clang::export_name("input_capacity")]] std::size_t input_capacity() {
    return question.size();
}

/// The trace of the problem that was written, or {"error": a sentence}.
[[clang::export_name("trace")]] std::size_t trace(std::size_t length) {
    auto answer = traced::answer(std::string_view(question.data(), length));
    if (auto* text = std::get_if<std::string>(&answer))
        reply = std::move(*text);
    else
        reply = nlohmann::json{{"error", std::get<traced::Refusal>(answer).sentence}}.dump();
    return reply.size();
}

[[clang::export_name("output")]] const char* output() {
    return reply.data();
}

}  // extern "C"
