#include "input.hpp"

#include "answer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <variant>

namespace traced {

namespace {

OrRefusal<std::string> bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return Refusal{std::strerror(errno)};
    std::string bytes;
    std::array<char, 1 << 16> part{};
    while (file.read(part.data(), part.size()), file.gcount() > 0)
        bytes.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (file.bad()) return Refusal{std::strerror(errno)};
    return bytes;
}

/// The same with the file named.
Refusal in_file(const std::string& path, const Refusal& refusal) {
    return {path + ": " + refusal.sentence};
}

OrRefusal<Table> read_array(const std::string& path) {
    auto bytes = bytes_of(path);
    if (const auto* refusal = std::get_if<Refusal>(&bytes)) return in_file(path, *refusal);
    if (!is_npy(std::get<std::string>(bytes))) return in_file(path, {"it is no .npy file"});
    auto table = read_npy(std::get<std::string>(bytes));
    if (const auto* refusal = std::get_if<Refusal>(&table)) return in_file(path, *refusal);
    return table;
}

/// The weights in their files, the first ones for the first head.
OrRefusal<std::vector<HeadTables>> read_heads(const WeightFiles& files) {
    std::vector<HeadTables> heads(std::max({files.w_q.size(), files.w_k.size(), files.w_v.size()}));
    const std::pair<const std::vector<std::string>*, Table HeadTables::*> all[]{
        {&files.w_q, &HeadTables::w_q}, {&files.w_k, &HeadTables::w_k}, {&files.w_v, &HeadTables::w_v}};
    for (const auto& [paths, member] : all)
        for (std::size_t h = 0; h < paths->size(); ++h) {
            auto table = read_array((*paths)[h]);
            if (const auto* refusal = std::get_if<Refusal>(&table)) return *refusal;
            heads[h].*member = std::get<Table>(std::move(table));
        }
    return heads;
}

/// X of an array, and the weights of others.
OrRefusal<Problem> read_arrays(std::string_view bytes, const WeightFiles& files) {
    Problem problem;
    auto x = read_npy(bytes);
    if (const auto* refusal = std::get_if<Refusal>(&x)) return *refusal;
    problem.x = std::get<Table>(std::move(x));
    auto heads = read_heads(files);
    if (const auto* refusal = std::get_if<Refusal>(&heads)) return *refusal;
    problem.heads = std::get<std::vector<HeadTables>>(std::move(heads));
    if (!files.w_o.empty()) {
        auto w_o = read_array(files.w_o);
        if (const auto* refusal = std::get_if<Refusal>(&w_o)) return *refusal;
        problem.w_o = std::get<Table>(std::move(w_o));
    }
    return completed(std::move(problem));
}

OrRefusal<Problem> read(std::string_view bytes, const WeightFiles& weights) {
    if (is_npy(bytes)) return read_arrays(bytes, weights);
    if (!weights.empty()) return Refusal{"--w-q, --w-k, --w-v and --w-o go with an X in a .npy file"};
    if (bytes.starts_with("PK"))
        return Refusal{"it is an archive (.npz?); numpy.save writes an array as .npy"};
    const auto first = bytes.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && bytes[first] == '{') return read_json(bytes);
    return read_text(bytes);
}

}  // namespace

OrRefusal<Problem> read_problem(const std::string& path,
                                const WeightFiles& weights,
                                const std::vector<std::string>& tokens) {
    const auto bytes = bytes_of(path);
    if (const auto* refusal = std::get_if<Refusal>(&bytes)) return in_file(path, *refusal);
    auto result = read(std::get<std::string>(bytes), weights);
    if (const auto* refusal = std::get_if<Refusal>(&result)) return in_file(path, *refusal);
    auto& problem = std::get<Problem>(result);
    if (problem.source.empty()) problem.source = path;
    if (!tokens.empty()) problem.tokens = tokens;
    auto whole = completed(std::move(problem));
    if (const auto* refusal = std::get_if<Refusal>(&whole)) return in_file(path, *refusal);
    return whole;
}

}  // namespace traced
