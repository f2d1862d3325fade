// A row of the literal is missing.
// shows: 3, 2

#include <Eigen/Dense>

const Eigen::Matrix<double, 3, 2> x{{1, 2}, {3, 1}};
