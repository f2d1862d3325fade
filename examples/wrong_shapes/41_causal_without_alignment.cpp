// Causal attention where there are more keys than queries, without saying where the queries stand.
// read: Say aligned_at_start, or aligned_at_end where the queries are the last of the keys' sequence.
// expect: the_alignment_must_be_named_where_extents_differ
// expect: Query<3>
// expect: Key<5>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
const auto mask = causal<Query<3>, Key<5>>(aligned_at_end);
#else
const auto mask = causal<Query<3>, Key<5>>();
#endif
