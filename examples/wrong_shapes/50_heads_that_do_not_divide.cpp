// Six query heads are to share four key-value heads.
// read: 6 is no multiple of 4. Three key-value heads would serve two query heads each.
// expect: the_Heads_divide_evenly_among_the_KeyValueHeads
// expect: Heads<6>
// expect: KeyValueHeads<4>

#include <attest/attest.hpp>

using namespace attest;

#if defined(CORRECTED)
extern const MultiHeadWeights<double, Model<12>, Heads<6>, KeyValueHeads<3>, HeadDim<2>, ValueDim<2>> weights;
#else
extern const MultiHeadWeights<double, Model<12>, Heads<6>, KeyValueHeads<4>, HeadDim<2>, ValueDim<2>> weights;
#endif
