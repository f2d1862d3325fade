// A slice of two rows begins at the last of three.
// read: The slice starts at First and takes Count rows, here 2 and 2, but the axis is Tokens<3>.
// expect: the_slice_must_end_within_its_axis
// expect: Tokens<3>
// expect: First = 2
// expect: Count = 2

#include <attest/attest.hpp>

using namespace attest;

extern const Matrix<double, Tokens<3>, Model<4>> x;

#if defined(CORRECTED)
const auto last_two = slice_rows<1, 2>(x);
#else
const auto last_two = slice_rows<2, 2>(x);
#endif
