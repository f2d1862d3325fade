// A constant expression counts rows from 1, and asks for row 3 of three.
// read: Rows are counted from 0, so Tokens<3> ends at 2. At run time a debug build asserts the same.
// expect: the_row_index_is_past_the_end_of
// expect: Tokens<3>

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};

template <double>
struct Constant {};

#if defined(CORRECTED)
using Last = Constant<x[2, 0]>;
#else
using Last = Constant<x[3, 0]>;
#endif
