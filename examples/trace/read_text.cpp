#include "input.hpp"

#include "../read_number.hpp"

#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace traced {

namespace {

/// Reads line after line, up to the first that is wrong.
class TextReader {
public:
    OrRefusal<Problem> read(std::string_view text) {
        std::istringstream lines{std::string(text)};
        for (std::string line; refusal.empty() && std::getline(lines, line);) {
            ++number;
            read_line(words_of(line));
        }
        if (!refusal.empty()) return Refusal{refusal};
        return completed(std::move(problem));
    }

private:
    Problem problem;
    std::string refusal;
    std::size_t number = 0;
    /// The matrix whose rows are being read, and its name.
    Table* table = nullptr;
    std::string name;

    static std::vector<std::string> words_of(std::string line) {
        line = line.substr(0, line.find('#'));
        for (char& c : line)
            if (c == ',') c = ' ';
        std::istringstream words(line);
        return {std::istream_iterator<std::string>(words), {}};
    }

    void refuse(std::string sentence) {
        refusal = "line " + std::to_string(number) + ": " + std::move(sentence);
    }

    void read_line(const std::vector<std::string>& words) {
        if (words.empty()) return;
        if (words[0] == "tokens") {
            if (!problem.tokens.empty()) return refuse("tokens are there already");
            problem.tokens.assign(words.begin() + 1, words.end());
            if (problem.tokens.empty()) refuse("tokens are named in the line itself: tokens cat eats fish");
        } else if (words.size() == 1 && is_name(words[0])) {
            begin_table(words[0]);
        } else {
            read_row(words);
        }
    }

    static bool is_name(std::string_view word) {
        return word == "x" || word == "w_q" || word == "w_k" || word == "w_v" || word == "w_o";
    }

    void begin_table(const std::string& word) {
        name = word;
        table = word == "x" ? &problem.x : word == "w_o" ? &problem.w_o : heads_table(word);
        if (!table->numbers.empty()) refuse(word + " is there already");
    }

    /// A matrix that comes again is that of another head.
    Table* heads_table(std::string_view word) {
        const auto member = word == "w_q"   ? &HeadTables::w_q
                            : word == "w_k" ? &HeadTables::w_k
                                            : &HeadTables::w_v;
        for (HeadTables& head : problem.heads)
            if ((head.*member).numbers.empty()) return &(head.*member);
        return &(problem.heads.emplace_back().*member);
    }

    void read_row(const std::vector<std::string>& words) {
        if (table == nullptr) return refuse("'" + words[0] + "' is neither tokens nor the name of a matrix");
        if (table->rows > 0 && words.size() != table->cols)
            return refuse("a row of " + name + " has " + std::to_string(table->cols) + " numbers, not " +
                          std::to_string(words.size()));
        for (const std::string& word : words) {
            const auto read = read_number(word);
            if (const auto* sentence = std::get_if<std::string>(&read)) return refuse(*sentence);
            table->numbers.push_back(std::get<double>(read));
        }
        table->cols = words.size();
        ++table->rows;
    }
};

}  // namespace

OrRefusal<Problem> read_text(std::string_view text) {
    return TextReader().read(text);
}

}  // namespace traced
