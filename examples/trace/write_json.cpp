#include "answer.hpp"
#include "captions.hpp"
#include "labels.hpp"
#include "problem.hpp"
#include "shapes.hpp"

#include <attest/trace/arithmetic.hpp>
#include <attest/trace/provenance.hpp>
#include <attest/trace/record.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace traced {

namespace {

using attest::Cell;
using attest::Stage;
using Json = nlohmann::ordered_json;
using Record = attest::TraceRecord<double>;
using StageRecord = attest::StageRecord<double>;

Json axis(const attest::AxisRecord& axis, const Problem& problem) {
    return {{"axis", axis.name}, {"extent", axis.extent}, {"labels", labels(axis, problem)}};
}

Json operands(const attest::Operands& operands) {
    std::string id(stage_name(operands.stage));
    if (operands.head) id += '@' + std::to_string(*operands.head);
    Json list = Json::array({std::move(id)});
    for (const Cell& cell : operands.cells) list.push_back({cell.row, cell.col});
    return list;
}

Json provenance(const attest::Provenance& provenance) {
    Json list = Json::array();
    for (const auto& each : provenance.operands) list.push_back(operands(each));
    return {{"operands", std::move(list)}, {"arithmetic", provenance.arithmetic}};
}

Json cell(const Record& record, Stage stage, Cell at) {
    Json result = provenance(attest::provenance(record, stage, at));
    if (const auto also = attest::textbook_provenance(record, stage, at)) result["also"] = provenance(*also);
    return result;
}

/// What of(i, j) is for every cell, by rows.
Json table(const StageRecord& stage, auto of) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < stage.rows.extent; ++i) {
        Json row = Json::array();
        for (std::size_t j = 0; j < stage.cols.extent; ++j) row.push_back(of(i, j));
        rows.push_back(std::move(row));
    }
    return rows;
}

bool is_editable(Stage stage) {
    return stage == Stage::x || stage == Stage::w_q || stage == Stage::w_k || stage == Stage::w_v ||
           stage == Stage::w_o;
}

Json stage(const Record& record, const StageRecord& stage, const Problem& problem) {
    const Caption& words = caption(stage.stage);
    return {{"id", stage_name(stage.stage)},
            {"symbol", words.symbol},
            {"title", words.title},
            {"step", words.step},
            {"formula", words.formula},
            {"type", matrix_type(stage)},
            {"rows", axis(stage.rows, problem)},
            {"cols", axis(stage.cols, problem)},
            {"editable", is_editable(stage.stage)},
            {"values", table(stage,
                             [&](auto i, auto j) {
                                 return stage.hides(i, j) ? Json(nullptr)
                                                          : Json(attest::exact_text(stage(i, j)));
                             })},
            {"cells", table(stage, [&](auto i, auto j) { return cell(record, stage.stage, {i, j}); })}};
}

Json stages(const Record& record, const Problem& problem) {
    Json list = Json::array();
    for (const StageRecord& each : record.stages) list.push_back(stage(record, each, problem));
    return list;
}

Json variant(const Traces& traces, bool is_causal, const Problem& problem) {
    Json heads = Json::array();
    for (std::size_t h = 0; h < traces.heads.size(); ++h)
        heads.push_back(
            {{"name", "head " + std::to_string(h + 1)}, {"stages", stages(traces.heads[h], problem)}});
    return {{"name", is_causal ? "causal" : "no mask"},
            {"mask", is_causal ? Json("causal") : Json(nullptr)},
            {"heads", std::move(heads)},
            {"after", traces.after ? stages(*traces.after, problem) : Json::array()}};
}

Json notes(const Problem& problem) {
    Json list = Json::array();
    for (const Note& note : problem.notes) {
        Json cells = Json::array();
        for (const auto& [row, col] : note.cells) cells.push_back({row, col});
        list.push_back({{"stage", note.stage}, {"cells", std::move(cells)}, {"text", note.text}});
    }
    return list;
}

}  // namespace

OrRefusal<std::string> write_json(const Problem& problem) {
    Json variants = Json::array();
    for (const bool is_causal : {problem.is_causal_first, !problem.is_causal_first}) {
        const auto traces = trace(problem, is_causal);
        if (const auto* refusal = std::get_if<Refusal>(&traces)) return *refusal;
        variants.push_back(variant(*std::get_if<Traces>(&traces), is_causal, problem));
    }
    return Json{{"version", 1},
                {"element", "double"},
                {"source", problem.source},
                {"notes", notes(problem)},
                {"variants", std::move(variants)}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

OrRefusal<std::string> answer(std::string_view input) {
    auto problem = read_json(input);
    if (const auto* refusal = std::get_if<Refusal>(&problem)) return *refusal;
    return write_json(*std::get_if<Problem>(&problem));
}

}  // namespace traced
