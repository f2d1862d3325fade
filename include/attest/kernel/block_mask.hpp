#pragma once

// What a mask leaves of the keys for a block of queries.

#include <attest/kernel/lanes.hpp>
#include <attest/kernel/mixed_panel.hpp>
#include <attest/mask.hpp>
#include <attest/mask_rule.hpp>
#include <attest/rounding.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace attest::kernel {

/// A mask seen by the Rows queries from first_query on, one a lane. Lanes beyond the rows see nothing.
template <class V, std::size_t Vectors, std::size_t Rows, class AMask>
class BlockMask {
public:
    using T = ElementOf<V>;
    static constexpr bool is_mask = true;

    BlockMask(const AMask& given, std::size_t first_query, std::size_t keys)
        : mask_(given), first_query_(first_query), kept_by_all_{0, keys} {
        for (std::size_t v = 0; v < Vectors; ++v) {
            KeptKeys& seen = of_vector_[v] = {keys, 0};
            for (std::size_t r = v * lanes; r < std::min(Rows, (v + 1) * lanes); ++r) {
                const KeptKeys kept = given.rule.kept(first_query + r, keys);
                first_[r] = static_cast<Place>(kept.first);
                last_[r] = static_cast<Place>(std::max(kept.first, kept.last));
                seen.first = std::min(seen.first, kept.empty() ? keys : kept.first);
                seen.last = std::max(seen.last, kept.empty() ? 0 : kept.last);
                kept_by_all_.first = std::max(kept_by_all_.first, kept.first);
                kept_by_all_.last = std::min(kept_by_all_.last, kept.last);
                gapless_ = gapless_ && kept.gapless;
            }
        }
        if (!gapless_) kept_by_all_ = {0, 0};
    }

    /// Where the keys lie that any query of a vector sees, and of all of them.
    KeptKeys keys_of_vector(std::size_t v) const { return of_vector_[v]; }
    KeptKeys keys() const {
        KeptKeys all = of_vector_[0];
        for (const KeptKeys& seen : of_vector_)
            all = {std::min(all.first, seen.first), std::max(all.last, seen.last)};
        return all;
    }

    bool kept_by_all(std::size_t first, std::size_t count) const {
        return first >= kept_by_all_.first && first + count <= kept_by_all_.last;
    }

    /// What some rows see of the keys from first up to last. Bits are written where there are gaps.
    SeenKeys seen(std::size_t row,
                  std::size_t rows,
                  std::size_t first,
                  std::size_t last,
                  SeenKeysStorage& storage) const {
        SeenKeys seen{last - first, 0, 0, last - first, storage.of_query, gapless_ ? nullptr : storage.bits};
        for (std::size_t r = 0; r < rows; ++r) {
            KeptKeys& keys = storage.of_query[r];
            keys.first = std::clamp(static_cast<std::size_t>(first_[row + r]), first, last) - first;
            keys.last = std::clamp(static_cast<std::size_t>(last_[row + r]), first, last) - first;
            seen.by_all_first = std::max(seen.by_all_first, keys.first);
            seen.by_all_last = std::min(seen.by_all_last, keys.last);
            if (keys.empty()) continue;
            seen.first = std::min(seen.first, keys.first);
            seen.last = std::max(seen.last, keys.last);
        }
        if (!gapless_)
            for (std::size_t j = seen.first; j < seen.last; ++j) {
                unsigned of_key = 0;
                for (std::size_t r = 0; r < rows; ++r)
                    of_key |= static_cast<unsigned>(keeps(row + r, first + j)) << r;
                storage.bits[j] = static_cast<std::uint8_t>(of_key);
            }
        if (!gapless_ || seen.by_all_first >= seen.by_all_last) {
            seen.last = std::max(seen.first, seen.last);
            seen.by_all_first = seen.by_all_last = seen.last;
        }
        return seen;
    }

    /// Whether a vector's queries see a key, a lane each.
    BitLanes<V> kept(std::size_t vector, std::size_t key) const {
        const std::size_t from = vector * lanes_of<V>;
        if (!gapless_) {
            Place bits[lanes_of<V>];
            for (std::size_t i = 0; i < lanes_of<V>; ++i)
                bits[i] = from + i < Rows && keeps(from + i, key) ? Place{-1} : Place{0};
            return load<BitLanes<V>>(bits);
        }
        const auto place = broadcast<BitLanes<V>>(static_cast<Place>(key));
        return (place >= load<BitLanes<V>>(first_ + from)) & (place < load<BitLanes<V>>(last_ + from));
    }

private:
    bool keeps(std::size_t row, std::size_t key) const {
        const auto place = static_cast<Place>(key);
        return place >= first_[row] && place < last_[row] &&
               (gapless_ || mask_.keeps(first_query_ + row, key));
    }

    using Place = ElementOf<BitLanes<V>>;
    static constexpr std::size_t lanes = lanes_of<V>;

    const AMask& mask_;
    std::size_t first_query_;
    KeptKeys of_vector_[Vectors];
    KeptKeys kept_by_all_;
    bool gapless_ = true;
    Place first_[Vectors * lanes]{};
    Place last_[Vectors * lanes]{};
};

/// Without a mask there is nothing to ask at run time.
template <class V, std::size_t Vectors, std::size_t Rows, Axis Query, Axis Key>
class BlockMask<V, Vectors, Rows, Mask<Query, Key, KeepAll>> {
public:
    static constexpr bool is_mask = false;

    BlockMask(const Mask<Query, Key, KeepAll>&, std::size_t, std::size_t) {}

    static constexpr KeptKeys keys() { return {0, Key::extent}; }
    static constexpr KeptKeys keys_of_vector(std::size_t) { return keys(); }
    static constexpr bool kept_by_all(std::size_t, std::size_t) { return true; }
    static constexpr SeenKeys seen(std::size_t,
                                   std::size_t,
                                   std::size_t first,
                                   std::size_t last,
                                   SeenKeysStorage&) {
        return all_keys(last - first);
    }
    static constexpr BitLanes<V> kept(std::size_t, std::size_t) { return ~BitLanes<V>{}; }
};

}  // namespace attest::kernel
