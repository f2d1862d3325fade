// A textbook's loops, with std::exp; keys that the mask hides are left out.

#include "../contender.hpp"
#include "operands.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bench {

namespace {

template <class T>
struct Naive : Operands<T> {
    Buffer<T> weights;

    explicit Naive(const Problem& problem) : Operands<T>(problem), weights(problem.shape.shared) {}
};

template <class T>
void multiply(Naive<T>& s) {
    const auto& [kind, precision, rows, shared, width] = s.shape;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < width; ++j) {
            T sum = 0;
            for (std::size_t k = 0; k < shared; ++k)
                sum += s.first.data()[i * shared + k] * s.second.data()[k * width + j];
            s.output.data()[i * width + j] = sum;
        }
}

template <class T>
void attend(Naive<T>& s, std::size_t query) {
    const std::size_t width = s.shape.width;
    const Range keys = kept_keys(s.shape, query);
    const T* q = s.first.data() + query * width;
    T* weights = s.weights.data();
    T maximum = std::numeric_limits<T>::lowest();
    for (std::size_t j = keys.begin; j < keys.end; ++j) {
        T score = 0;
        for (std::size_t c = 0; c < width; ++c) score += q[c] * s.second.data()[j * width + c];
        weights[j] = score / std::sqrt(static_cast<T>(width));
        maximum = std::max(maximum, weights[j]);
    }
    T sum = 0;
    for (std::size_t j = keys.begin; j < keys.end; ++j) {
        weights[j] = std::exp(weights[j] - maximum);
        sum += weights[j];
    }
    for (std::size_t c = 0; c < width; ++c) {
        T mixed = 0;
        for (std::size_t j = keys.begin; j < keys.end; ++j)
            mixed += weights[j] / sum * s.third.data()[j * width + c];
        s.output.data()[query * width + c] = mixed;
    }
}

template <class T>
Contender make(const Problem& problem) {
    return make_contender(
        "naive", Role::peer, std::make_shared<Naive<T>>(problem),
        [](Naive<T>& s) {
            if (s.shape.kind == Kind::product)
                multiply(s);
            else
                for (std::size_t i = 0; i < s.shape.rows; ++i) attend(s, i);
        },
        [](const Naive<T>& s) { return s.output.numbers(); });
}

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    return problem.shape.precision == Precision::single_precision ? make<float>(problem)
                                                                  : make<double>(problem);
}};

}  // namespace

}  // namespace bench
