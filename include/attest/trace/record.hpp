#pragma once

// A trace without its types: stages by name, their axes as text and their numbers in a row. What writes or
// draws a trace is written once for all shapes.

#include <attest/axis.hpp>
#include <attest/matrix.hpp>
#include <attest/parameters.hpp>
#include <attest/real.hpp>
#include <attest/trace.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/unpack.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace attest {

/// The stages of all traces, in the order in which they are computed.
enum class Stage {
    x,
    w_q,
    w_k,
    w_v,
    q,
    k,
    v,
    raw,
    scaled,
    masked,
    sink,
    largest,
    sink_exponential,
    exponentials,
    sums,
    weights,
    mixed,
    output,
    joined,
    w_o,
    projected
};

/// Their names, which are those of the members.
inline constexpr std::array<std::string_view, 21> stage_names{"x",
                                                              "w_q",
                                                              "w_k",
                                                              "w_v",
                                                              "q",
                                                              "k",
                                                              "v",
                                                              "raw",
                                                              "scaled",
                                                              "masked",
                                                              "sink",
                                                              "largest",
                                                              "sink_exponential",
                                                              "exponentials",
                                                              "sums",
                                                              "weights",
                                                              "mixed",
                                                              "output",
                                                              "joined",
                                                              "w_o",
                                                              "projected"};

constexpr std::string_view stage_name(Stage stage) {
    return stage_names[static_cast<std::size_t>(stage)];
}

/// The stage of that name, if there is one.
constexpr std::optional<Stage> stage_named(std::string_view name) {
    const auto found = std::ranges::find(stage_names, name);
    if (found == stage_names.end()) return std::nullopt;
    return static_cast<Stage>(found - stage_names.begin());
}

/// An axis as a type is written, "Query<3>", and two as one, "Flat<Heads<2>, ValueDim<1>>".
template <Axis A>
std::string spelled(std::type_identity<A>) {
    return std::string(axis_name<A>()) + '<' + std::to_string(A::extent) + '>';
}
template <Axis Outer, Axis Inner>
std::string spelled(std::type_identity<Flat<Outer, Inner>>) {
    return "Flat<" + spelled(std::type_identity<Outer>{}) + ", " + spelled(std::type_identity<Inner>{}) + '>';
}

/// An axis by its name, its type as it is written, and its extent.
struct AxisRecord {
    std::string_view name;
    std::string type;
    std::size_t extent;
};

/// A stage with its numbers, in row-major order. Where the mask hides a cell there is none to show.
template <Real T>
struct StageRecord {
    Stage stage;
    AxisRecord rows;
    AxisRecord cols;
    std::vector<T> numbers;
    std::vector<bool> hidden;

    const T& operator()(std::size_t row, std::size_t col) const { return numbers[row * cols.extent + col]; }
    bool hides(std::size_t row, std::size_t col) const {
        return !hidden.empty() && hidden[row * cols.extent + col];
    }
};

/// The stages that there are: without a mask none is masked, and without a sink there is none.
template <Real T>
struct TraceRecord {
    std::vector<StageRecord<T>> stages;
    /// Whether a change made the scaled scores, of which the exponentials then are.
    bool is_changed = false;
    /// How many heads stand side by side in what is joined.
    std::size_t heads = 1;

    const StageRecord<T>* find(Stage stage) const {
        const auto found = std::ranges::find(stages, stage, &StageRecord<T>::stage);
        return found == stages.end() ? nullptr : &*found;
    }
    /// One that there is.
    const StageRecord<T>& operator[](Stage stage) const { return *find(stage); }
};

namespace detail {

template <Axis A>
AxisRecord axis_record() {
    return {axis_name<A>(), spelled(std::type_identity<A>{}), A::extent};
}

template <Axis Rows, Axis Cols, Real T>
void record_member(std::string_view name, const Matrix<T, Rows, Cols>& m, TraceRecord<T>& record) {
    StageRecord<T> stage{stage_named(name).value(), axis_record<Rows>(), axis_record<Cols>(), {}, {}};
    for (const auto& row : m.elements) stage.numbers.insert(stage.numbers.end(), row, row + Cols::extent);
    record.stages.push_back(std::move(stage));
}

template <class Trace, Real T>
void record_members(const Trace& trace, TraceRecord<T>& record);

template <Axis Query, Axis Key, Axis Head, Axis Value, Real T>
void record_member(std::string_view,
                   const AttentionTrace<T, Query, Key, Head, Value>& trace,
                   TraceRecord<T>& record) {
    record_members(trace, record);
    std::erase_if(record.stages, [&](const StageRecord<T>& one) {
        return (one.stage == Stage::masked && !trace.is_masked) ||
               ((one.stage == Stage::sink || one.stage == Stage::sink_exponential) && !trace.has_sink);
    });
    std::vector<bool> hidden;
    std::vector<bool> has_nothing;
    for (const auto& row : trace.kept.elements) {
        for (const bool kept : row) hidden.push_back(!kept);
        has_nothing.push_back(!trace.has_sink && std::ranges::find(row, true) == std::ranges::end(row));
    }
    for (auto& one : record.stages) {
        if (one.stage == Stage::masked || one.stage == Stage::exponentials || one.stage == Stage::weights)
            one.hidden = hidden;
        if (one.stage == Stage::largest) one.hidden = has_nothing;
    }
    record.is_changed = trace.is_changed;
}

template <class Trace, Real T>
void record_members(const Trace& trace, TraceRecord<T>& record) {
    namespace hana = boost::hana;
    hana::unpack(hana::accessors<Trace>(), [&](auto... accessor) {
        (record_member(hana::to<const char*>(hana::first(accessor)), hana::second(accessor)(trace), record),
         ...);
    });
}

}  // namespace detail

/// The stages of a trace of attention.
template <Real T, Axis Query, Axis Key, Axis Head, Axis Value>
TraceRecord<T> record(const AttentionTrace<T, Query, Key, Head, Value>& trace) {
    TraceRecord<T> record;
    detail::record_member({}, trace, record);
    return record;
}

/// The stages of a head, its projections first.
template <Real T, Axis Tokens, Axis Model, Axis Head, Axis Value>
TraceRecord<T> record(const HeadTrace<T, Tokens, Model, Head, Value>& trace) {
    TraceRecord<T> record;
    detail::record_members(trace, record);
    return record;
}

/// The stages behind all heads; each of the heads is a trace of its own.
template <Real T, Axis Tokens, Axis Model, Axis Heads, Axis Head, Axis Value>
TraceRecord<T> record(const MultiHeadTrace<T, Tokens, Model, Heads, Head, Value>& trace) {
    TraceRecord<T> record;
    record.heads = Heads::extent;
    detail::record_members(trace, record);
    return record;
}

}  // namespace attest
