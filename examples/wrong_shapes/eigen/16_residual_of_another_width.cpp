// The residual connection adds the output of a wider layer.
// shows: 3, 4
// shows: 3, 6

#include <Eigen/Dense>

extern const Eigen::Matrix<double, 3, 4> x;
extern const Eigen::Matrix<double, 3, 6> output_of_wider_layer;

const Eigen::Matrix<double, 3, 4> y = x + output_of_wider_layer;
