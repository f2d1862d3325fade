#pragma once

// The operands of a peer that takes pointers.

#include "../buffer.hpp"
#include "../problem.hpp"

namespace bench {

template <class T>
struct Operands {
    Shape shape;
    Buffer<T> first;
    Buffer<T> second;
    Buffer<T> third;
    Buffer<T> output;

    explicit Operands(const Problem& problem)
        : shape(problem.shape),
          first(problem.first),
          second(problem.second),
          third(problem.third),
          output(problem.expected.size()) {}
};

}  // namespace bench
