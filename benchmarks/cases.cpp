#include "case.hpp"

namespace bench {

std::vector<MakePeer>& peers() {
    static std::vector<MakePeer> all;
    return all;
}

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    add_attention(cases);
    add_masked_attention(cases);
    add_products(cases);
    add_decoding(cases);
    add_attention_in_double(cases);
    return cases;
}

}  // namespace bench
