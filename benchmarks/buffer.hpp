#pragma once

// Numbers that begin at a cache line, as every contender gets them: where a matrix happens to lie may
// otherwise cost more than what is compared.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace bench {

inline constexpr std::size_t cache_line = 64;

template <class T>
class Buffer {
public:
    explicit Buffer(std::size_t size)
        : size_(size), lines_(std::make_unique<Line[]>((size + per_line - 1) / per_line)) {}

    explicit Buffer(const std::vector<double>& numbers) : Buffer(numbers.size()) {
        std::ranges::transform(numbers, data(), [](double x) { return static_cast<T>(x); });
    }

    T* data() { return lines_[0].numbers; }
    const T* data() const { return lines_[0].numbers; }
    std::size_t size() const { return size_; }

    std::vector<double> numbers() const { return {data(), data() + size_}; }

private:
    static constexpr std::size_t per_line = cache_line / sizeof(T);
    struct alignas(cache_line) Line {
        T numbers[per_line]{};
    };

    std::size_t size_;
    std::unique_ptr<Line[]> lines_;
};

}  // namespace bench
