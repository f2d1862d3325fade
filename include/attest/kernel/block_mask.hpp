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

    [[gnu::always_inline]] BlockMask(const AMask& given, std::size_t first_query, std::size_t keys)
        : mask_(given), first_query_(first_query) {
        for (std::size_t r = 0; r < Rows; ++r) {
            const KeptKeys kept = given.rule.kept(first_query + r, keys);
            gapless_ &= kept.gapless;
            first_[r] = static_cast<Place>(kept.empty() ? keys : kept.first);
            last_[r] = static_cast<Place>(kept.empty() ? keys : kept.last);
        }
        const auto none = static_cast<Place>(keys);
        for (std::size_t v = 0; v < Vectors; ++v) {
            Place any_first = none, any_last = 0;
            Place all_first = 0, all_last = none;
            for (std::size_t r = v * lanes; r < std::min(Rows, (v + 1) * lanes); ++r) {
                any_first = std::min(any_first, first_[r]);
                any_last = std::max(any_last, first_[r] < last_[r] ? last_[r] : Place{0});
                all_first = std::max(all_first, first_[r]);
                all_last = std::min(all_last, last_[r]);
            }
            by_any_[v] = between(any_first, any_last);
            by_all_[v] = gapless_ ? between(all_first, all_last) : KeptKeys{};
        }
    }

    /// Where the keys lie that any query of a vector sees, and any of all.
    KeptKeys keys_of_vector(std::size_t v) const { return by_any_[v]; }
    KeptKeys keys() const {
        KeptKeys result = by_any_[0];
        for (const KeptKeys& any : by_any_)
            result = {std::min(result.first, any.first), std::max(result.last, any.last)};
        return result;
    }

    /// Whether all queries of Some vectors, from one on, see some keys.
    template <std::size_t Some>
    bool kept_by(std::size_t vector, std::size_t first, std::size_t count) const {
        bool result = true;
        for (std::size_t i = 0; i < Some; ++i) {
            const KeptKeys& by_all = by_all_[vector + i];
            result &= first >= by_all.first && first + count <= by_all.last;
        }
        return result;
    }

    /// What Count queries from a row on see of the keys from first up to last. Where that is neither all nor
    /// in steps, it is written down.
    template <std::size_t Count>
    SeenKeys seen(std::size_t row, std::size_t first, std::size_t last, SeenKeysStorage& storage) const {
        if (kept_by<Vectors>(0, first, last - first)) return all_keys(last - first);
        Place begins[Count];
        Place ends[Count];
        for (std::size_t r = 0; r < Count; ++r) {
            begins[r] = within(first_[row + r], first, last);
            ends[r] = within(last_[row + r], first, last);
        }
        SeenKeys seen{.first = static_cast<std::size_t>(std::ranges::min(begins)),
                      .last = static_cast<std::size_t>(std::ranges::max(ends)),
                      .by_all_first = static_cast<std::size_t>(std::ranges::max(begins)),
                      .by_all_last = static_cast<std::size_t>(std::ranges::min(ends))};
        if (gapless_ && seen.by_all_first < seen.by_all_last) {
            seen.begins_in_steps = is_in_steps(begins);
            seen.ends_in_steps = is_in_steps(ends);
            if ((seen.begins_in_steps || seen.first == seen.by_all_first) &&
                (seen.ends_in_steps || seen.last == seen.by_all_last))
                return seen;
        } else {
            seen.last = std::max(seen.first, seen.last);
            seen.by_all_first = seen.by_all_last = seen.last;
        }
        seen.of_query = storage.of_query;
        for (std::size_t r = 0; r < Count; ++r)
            storage.of_query[r] = {static_cast<std::size_t>(begins[r]), static_cast<std::size_t>(ends[r])};
        if (!gapless_) {
            seen.bits = storage.bits;
            for (std::size_t j = seen.first; j < seen.last; ++j)
                storage.bits[j] = bits_of(row, Count, first + j);
        }
        return seen;
    }

    /// Whether a vector's queries see a key, a lane each.
    [[gnu::always_inline]] BitLanes<V> kept(std::size_t vector, std::size_t key) const {
        const std::size_t from = vector * lanes;
        if (gapless_) {
            // one comparison for two: before the first the difference is a large number
            const auto begin = load<BitLanes<V>>(first_ + from);
            const auto size = load<BitLanes<V>>(last_ + from) - begin;
            return (Unsigned)(broadcast<BitLanes<V>>(static_cast<Place>(key)) - begin) < (Unsigned)size;
        }
        Place bits[lanes];
        for (std::size_t i = 0; i < lanes; ++i)
            bits[i] = from + i < Rows && keeps(from + i, key) ? Place{-1} : Place{0};
        return load<BitLanes<V>>(bits);
    }

private:
    using Place = ElementOf<BitLanes<V>>;
    using Unsigned = Lanes<std::make_unsigned_t<Place>, lanes_of<V>>;
    static constexpr std::size_t lanes = lanes_of<V>;

    static KeptKeys between(Place first, Place last) {
        return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
    }

    /// A place counted from first, if it lies before last.
    static Place within(Place place, std::size_t first, std::size_t last) {
        return std::clamp(place, static_cast<Place>(first), static_cast<Place>(last)) -
               static_cast<Place>(first);
    }

    template <std::size_t Count>
    static bool is_in_steps(const Place (&places)[Count]) {
        bool result = true;
        for (std::size_t r = 1; r < Count; ++r) result &= places[r] == places[r - 1] + 1;
        return result;
    }

    /// A bit for each of some rows that sees a key.
    std::uint8_t bits_of(std::size_t row, std::size_t rows, std::size_t key) const {
        unsigned bits = 0;
        for (std::size_t r = 0; r < rows; ++r) bits |= static_cast<unsigned>(keeps(row + r, key)) << r;
        return static_cast<std::uint8_t>(bits);
    }

    bool keeps(std::size_t row, std::size_t key) const {
        const auto place = static_cast<Place>(key);
        return place >= first_[row] && place < last_[row] &&
               (gapless_ || mask_.keeps(first_query_ + row, key));
    }

    const AMask& mask_;
    std::size_t first_query_;
    KeptKeys by_any_[Vectors];
    KeptKeys by_all_[Vectors];
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
    template <std::size_t>
    static constexpr bool kept_by(std::size_t, std::size_t, std::size_t) {
        return true;
    }
    template <std::size_t>
    static constexpr SeenKeys seen(std::size_t, std::size_t first, std::size_t last, SeenKeysStorage&) {
        return all_keys(last - first);
    }
    static constexpr BitLanes<V> kept(std::size_t, std::size_t) { return ~BitLanes<V>{}; }
};

}  // namespace attest::kernel
