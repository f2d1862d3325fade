// A constant expression takes a third number from rows of two.
// read: Columns are counted from 0, so Model<2> ends at 1. The next number in memory is the next row's.
// expect: the_column_index_is_past_the_end_of
// expect: Model<2>

#include <attest/attest.hpp>

using namespace attest;

constexpr Matrix<double, Tokens<3>, Model<2>> x{{1, 2}, {3, 1}, {2, 4}};

template <double>
struct Constant {};

#if defined(CORRECTED)
using Third = Constant<x[0, 1]>;
#else
using Third = Constant<x[0, 2]>;
#endif
