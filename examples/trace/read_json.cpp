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
        problem.x = table(json, "x");
        read_heads();
        problem.w_o = table(json, "w_o");
        problem.source = text("source", "");
        const std::string mask = text("mask", "none");
        problem.is_causal_first = mask == "causal";
        if (mask != "none" && mask != "causal") refuse("mask is 'none' or 'causal', not '" + mask + '\'');
        read_tokens();
        if (!refusal.sentence.empty()) return refusal;
        return completed(std::move(problem));
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
        std::variant<double, std::string> result = "something is no number";
        if (element.is_number()) result = read_number(element.dump());
        if (element.is_string()) result = read_number(element.get_ref<const std::string&>());
        if (const auto* sentence = std::get_if<std::string>(&result)) {
            refuse(name + ": " + *sentence);
            return 0;
        }
        return *std::get_if<double>(&result);
    }

    Table table(const Json& object, const std::string& name) {
        Table result;
        if (!object.contains(name)) return result;
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

    HeadTables head(const Json& object) {
        return {table(object, "w_q"), table(object, "w_k"), table(object, "w_v")};
    }

    void read_heads() {
        const bool is_one = json.contains("w_q") || json.contains("w_k") || json.contains("w_v");
        if (is_one) problem.heads.push_back(head(json));
        if (!json.contains("heads")) return;
        if (is_one) return refuse("with heads, each head has its own w_q, w_k and w_v");
        if (!json["heads"].is_array()) return refuse("heads is no list of heads");
        for (const Json& object : json["heads"]) {
            if (!object.is_object()) return refuse("a head is an object with w_q, w_k and w_v");
            only_known(object, {"w_q", "w_k", "w_v"});
            problem.heads.push_back(head(object));
        }
    }

    void read_tokens() {
        if (!json.contains("tokens")) return;
        if (!json["tokens"].is_array()) return refuse("tokens is no list of texts");
        for (const Json& token : json["tokens"]) {
            if (!token.is_string()) return refuse("tokens is no list of texts");
            problem.tokens.push_back(token.get<std::string>());
        }
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
