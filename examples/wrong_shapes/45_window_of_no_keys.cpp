// A sliding window of width 0.
// read: The width counts the keys that a query sees, its own included: 1 sees the own key alone.
// expect: the_window_must_hold_the_querys_own_key
// expect: Width = 0
// expect: Tokens<8>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const auto mask = sliding_window<1, Tokens<8>>();
#else
const auto mask = sliding_window<0, Tokens<8>>();
#endif
