#pragma once

// A row of the table: a problem whose shape is a type to attest, which is why its calls are written out.

#include "contender.hpp"
#include "problem.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Case {
    std::string name;
    Shape shape;
    std::function<std::vector<Contender>(const Problem&)>
        own;  // attest, and what it is compared with but peers
};

// Each from a file of its own, for they take long to compile.
void add_attention(std::vector<Case>& cases);
void add_masked_attention(std::vector<Case>& cases);
void add_products(std::vector<Case>& cases);
void add_decoding(std::vector<Case>& cases);
void add_attention_in_double(std::vector<Case>& cases);

std::vector<Case> all_cases();

}  // namespace bench
