#pragma once

// The softmax in Eigen: a row at a time, in its arrays, with its own vectorised exp.

#include "blocks.hpp"

#include <Eigen/Dense>

#include <cmath>
#include <cstddef>

namespace bench {

/// Makes a row of scores into weights that are not yet divided by their sum, which is returned.
template <class Row>
auto eigen_softmax_row(Row&& row, typename std::decay_t<Row>::Scalar scale) {
    row = ((row.array() - row.maxCoeff()) * scale).exp().matrix();
    return row.sum();
}

template <class T>
T eigen_scale(std::size_t width) {
    return 1 / std::sqrt(static_cast<T>(width));
}

inline Eigen::Index index(std::size_t n) {
    return static_cast<Eigen::Index>(n);
}

}  // namespace bench
