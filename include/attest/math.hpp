#pragma once

// exp, exp2, log, sqrt, tanh, sigmoid, erf, sin and cos, with the same bits at compile time and at run
// time on every compiler. The standard ones are no constant expressions, or have other bits there. Call
// them with attest:: in front: beside <cmath> a bare exp(double) is the C library's, using namespace
// attest or not.
//
// None has a branch, so that compilers make a loop over any of them into vector instructions (GCC that
// over sqrt with -fno-math-errno). Those of float are computed in double and rounded once, but for exp, of
// which softmax takes many.

#include <attest/math/error_function.hpp>
#include <attest/math/exponential.hpp>
#include <attest/math/logarithm.hpp>
#include <attest/math/square_root.hpp>
#include <attest/math/trigonometry.hpp>
