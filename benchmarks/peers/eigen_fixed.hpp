#pragma once

// Eigen with sizes that are part of its types, up to scores of 128 x 128: it refuses larger matrices. Its
// users are in several files, because each size takes the compiler seconds.

#include "../contender.hpp"
#include "../sizes.hpp"
#include "eigen_softmax.hpp"

namespace bench {

template <class T, std::size_t Rows, std::size_t Cols>
using Fixed = Eigen::Matrix<T, static_cast<int>(Rows), static_cast<int>(Cols), Eigen::RowMajor>;

template <class M>
M fixed_matrix(const std::vector<double>& numbers) {
    using Given = Fixed<double, M::RowsAtCompileTime, M::ColsAtCompileTime>;
    return Eigen::Map<const Given>(numbers.data()).template cast<typename M::Scalar>();
}

/// A state has its result in a matrix called output.
template <class State, class Call>
Contender eigen_fixed(const std::shared_ptr<State>& state, Call call) {
    return make_contender("Eigen fixed", Role::peer, state, call, [](const State& s) {
        return std::vector<double>(s.output.data(), s.output.data() + s.output.size());
    });
}

template <class T, std::size_t N, std::size_t D>
struct FixedAttention {
    Fixed<T, N, D> q, k, v, output;

    explicit FixedAttention(const Problem& problem)
        : q(fixed_matrix<Fixed<T, N, D>>(problem.first)),
          k(fixed_matrix<Fixed<T, N, D>>(problem.second)),
          v(fixed_matrix<Fixed<T, N, D>>(problem.third)) {}
};

/// Softmax makes the scores into weights, and puts the sum of each row, by which it did not divide, aside.
template <class T, std::size_t N, std::size_t D, class Softmax>
void attend(FixedAttention<T, N, D>& s, Softmax softmax) {
    Fixed<T, N, N> scores;
    Eigen::Array<T, static_cast<int>(N), 1> sums;
    scores.noalias() = s.q * s.k.transpose();
    for (Eigen::Index i = 0; i < index(N); ++i) sums(i) = softmax(scores, i);
    s.output.noalias() = scores * s.v;
    s.output.array().colwise() /= sums;
}

/// The contender of the size that the problem has, if it is one of them.
template <class T, class Sizes, class Softmax>
std::optional<Contender> fixed_attention(const Problem& problem, Softmax softmax) {
    std::optional<Contender> found;
    Sizes::for_each([&]<std::size_t N, std::size_t D>() {
        using State = FixedAttention<T, N, D>;
        if constexpr (N <= 128)
            if (problem.shape.rows == N && problem.shape.width == D)
                found = eigen_fixed(std::make_shared<State>(problem), [softmax](State& s) {
                    attend(s, [&](auto& scores, Eigen::Index i) {
                        return softmax(scores, i, eigen_scale<T>(D));
                    });
                });
    });
    return found;
}

/// fixed_attention without a mask.
template <class T, class Sizes>
std::optional<Contender> fixed_unmasked_attention(const Problem& problem) {
    return fixed_attention<T, Sizes>(problem, [](auto& scores, Eigen::Index i, T scale) {
        return eigen_softmax_row(scores.row(i), scale);
    });
}

}  // namespace bench
