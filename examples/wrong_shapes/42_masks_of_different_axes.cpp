// A causal mask is combined with the padding of another batch's longer keys.
// read: Masks combine over the same axes. The keys are 5 in the first and 8 in the second.
// expect: Key<5>
// expect: Key<8>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const auto mask = causal<Query<5>, Key<5>>() & padding<Query<5>, Key<5>>(4);
#else
const auto mask = causal<Query<5>, Key<5>>() & padding<Query<5>, Key<8>>(4);
#endif
