#pragma once

// Transformer attention whose shapes the compiler checks.

// With -Wshadow GCC warns of what a lambda in a template declares, where the file that calls the template has
// a global of that name. A user's names are the user's; Clang checks the library's.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

#include <attest/axis.hpp>
#include <attest/matrix.hpp>

// Before what stands on them: GCC's errors list the headers on the way to the one that they are about.
#include <attest/algebra.hpp>
#include <attest/score.hpp>
#include <attest/softmax.hpp>

#include <attest/activation.hpp>
#include <attest/alibi_slopes.hpp>
#include <attest/alignment.hpp>
#include <attest/attention.hpp>
#include <attest/cache_places.hpp>
#include <attest/heads.hpp>
#include <attest/mask.hpp>
#include <attest/mask_rule.hpp>
#include <attest/math.hpp>
#include <attest/multi_head.hpp>
#include <attest/multiply_add.hpp>
#include <attest/parameters.hpp>
#include <attest/position.hpp>
#include <attest/real.hpp>
#include <attest/rotary.hpp>
#include <attest/rotary_layout.hpp>
#include <attest/tiled_attention.hpp>

// After what it stands on, for the same reason.
#include <attest/kv_cache.hpp>
#include <attest/trace.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
