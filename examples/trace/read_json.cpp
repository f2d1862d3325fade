#include "answer.hpp"
#include "problem.hpp"

#include "../read_number.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace traced {

namespace {

using Json = nlohmann::json;

/// Reads what there is, up to the first thing that is wrong.
class Reader {
public:
    explicit Reader(const Json& all) : json(all) {}

    OrRefusal<Problem> read() {
        only_known(json, {"tokens", "source", "mask", "x", "heads", "w_q", "w_k", "w_v", "w_o"});
        problem.x = table(json, "x", true);
        read_heads();
        problem.w_o = table(json, "w_o", problem.heads.size() > 1);
        if (!problem.w_o.numbers.empty() && problem.heads.size() == 1)
            refuse("w_o joins heads, of which there is only one");
        problem.source = text("source", "a JSON text");
        problem.is_causal_first = text("mask", "none") == "causal";
        if (!problem.is_causal_first && text("mask", "none") != "none")
            refuse("mask is 'none' or 'causal', not '" + text("mask", "") + '\'');
        read_tokens();
        if (!refusal.sentence.empty()) return refusal;
        return problem;
    }

private:
    const Json& json;
    Problem problem;
    Refusal refusal;

    void refuse(std::string sentence) {
        if (refusal.sentence.empty()) refusal.sentence = std::move(sentence);
    }

    void only_known(const Json& object, std::initializer_list<std::string_view> names) {
        for (const auto& [name, value] : object.items())
            if (std::ranges::find(names, name) == names.end()) refuse("there is no '" + name + '\'');
    }

    std::string text(const std::string& name, std::string otherwise) {
        if (!json.contains(name)) return otherwise;
        if (json[name].is_string()) return json[name].get<std::string>();
        refuse(name + " is no text");
        return otherwise;
    }

    double number(const std::string& name, const Json& element) {
        std::variant<double, std::string> result = name + " has something that is no number";
        if (element.is_number()) result = read_number(element.dump());
        if (element.is_string()) result = read_number(element.get_ref<const std::string&>());
        if (const auto* sentence = std::get_if<std::string>(&result)) {
            refuse(name + ": " + *sentence);
            return 0;
        }
        return *std::get_if<double>(&result);
    }

    Table table(const Json& object, const std::string& name, bool is_needed) {
        Table result;
        if (!object.contains(name)) {
            if (is_needed) refuse("there is no " + name);
            return result;
        }
        const Json& rows = object[name];
        if (!rows.is_array() || rows.empty() || !rows[0].is_array() || rows[0].empty()) {
            refuse(name + " is no list of rows of numbers");
            return result;
        }
        result.rows = rows.size();
        result.cols = rows[0].size();
        for (const Json& row : rows) {
            if (!row.is_array() || row.size() != result.cols) refuse(name + " has rows of different lengths");
            for (const Json& element : row) result.numbers.push_back(number(name, element));
        }
        return result;
    }

    void read_heads() {
        if (!json.contains("heads")) {
            problem.heads.push_back(
                {table(json, "w_q", true), table(json, "w_k", true), table(json, "w_v", true)});
            return;
        }
        const Json& heads = json["heads"];
        if (!heads.is_array() || heads.empty()) return refuse("heads is no list of heads");
        if (json.contains("w_q") || json.contains("w_k") || json.contains("w_v"))
            refuse("with heads, each head has its own w_q, w_k and w_v");
        for (const Json& head : heads) {
            if (!head.is_object()) return refuse("a head is an object with w_q, w_k and w_v");
            only_known(head, {"w_q", "w_k", "w_v"});
            problem.heads.push_back(
                {table(head, "w_q", true), table(head, "w_k", true), table(head, "w_v", true)});
        }
    }

    void read_tokens() {
        const std::size_t count = problem.x.rows;
        if (!json.contains("tokens")) return number_tokens(problem);
        if (!json["tokens"].is_array()) return refuse("tokens is no list of texts");
        for (const Json& token : json["tokens"]) {
            if (!token.is_string()) return refuse("tokens is no list of texts");
            problem.tokens.push_back(token.get<std::string>());
        }
        if (problem.tokens.size() != count)
            refuse("there are " + std::to_string(problem.tokens.size()) + " tokens, and x has " +
                   std::to_string(count) + " rows");
    }
};

}  // namespace

OrRefusal<Problem> read_json(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return Refusal{"it is not JSON, or a number in it is out of the range of double"};
    if (!json.is_object()) return Refusal{"it is JSON, but no object with x and the weights"};
    return Reader(json).read();
}

}  // namespace traced
