// The targets are those of another batch, which is smaller.
// read: A difference has both axes in common. The batches have 8 and 4 rows.
// expect: Batch<8>
// expect: Batch<4>

#include <attest/attest.hpp>

using namespace attest;

template <std::size_t N>
struct Batch : axis<N> {};

extern const Matrix<float, Batch<8>, Model<4>> predictions;
extern const Matrix<float, Batch<8>, Model<4>> targets;
extern const Matrix<float, Batch<4>, Model<4>> targets_of_last_batch;

#if defined(CORRECTED)
const auto error = predictions - targets;
#else
const auto error = predictions - targets_of_last_batch;
#endif
