// A soft cap of 0, meant to switch it off.
// read: A cap is positive and finite. Without a cap, leave the change out.
// expect: the_cap_must_be_positive_and_finite
// expect: Cap = 0
// expect: Tokens<8>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const auto change = soft_cap_of<50, double, Tokens<8>>();
#else
const auto change = soft_cap_of<0, double, Tokens<8>>();
#endif
