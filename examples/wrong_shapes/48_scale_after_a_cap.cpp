// A scale follows a soft cap.
// read: A scale replaces the division by the root of d_k, so it comes first: scale_by(...) >> soft_cap(...).
// expect: ByRootUnlessScaledFirst
// expect: ByFactor<double>
// expect: Tokens<8>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const auto change = scale_by<Tokens<8>>(0.25) >> soft_cap<Tokens<8>>(50.0);
#else
const auto change = soft_cap<Tokens<8>>(50.0) >> scale_by<Tokens<8>>(0.25);
#endif
