// Padding begins behind six keys, where there are five.
// read: The length is that of what is no padding: at most Key<5>.
// expect: the_length_must_be_within_the_keys
// expect: Length = 6
// expect: Key<5>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const auto mask = padding_of<4, Query<2>, Key<5>>();
#else
const auto mask = padding_of<6, Query<2>, Key<5>>();
#endif
