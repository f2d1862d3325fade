// The result is given a type with another head width than it has.
// shows: 3, 3
// shows: 4, 2

#include <Eigen/Dense>

extern const Eigen::Matrix<double, 3, 4> x;
extern const Eigen::Matrix<double, 4, 2> w_q;

const Eigen::Matrix<double, 3, 3> q = x * w_q;
