// The transpose of Q K^T is forgotten where k is square, and every size fits.
// shows: 2, 2

#include <Eigen/Dense>

extern const Eigen::Matrix<double, 2, 2> q;
extern const Eigen::Matrix<double, 2, 2> k;

const Eigen::Matrix<double, 2, 2> s = q * k;
