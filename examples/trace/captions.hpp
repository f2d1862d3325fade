#pragma once

// What stages are called on paper.

#include <attest/trace/record.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace traced {

struct Caption {
    attest::Stage stage;
    std::string_view symbol;
    std::string_view title;
    /// The article's step that it belongs to.
    std::string_view step;
    std::string_view formula;
};

inline constexpr std::array captions{
    Caption{attest::Stage::x, "X", "embeddings", "Step 0", ""},
    Caption{attest::Stage::w_q, "W_Q", "query weights", "Step 1", ""},
    Caption{attest::Stage::w_k, "W_K", "key weights", "Step 1", ""},
    Caption{attest::Stage::w_v, "W_V", "value weights", "Step 1", ""},
    Caption{attest::Stage::q, "Q", "queries", "Step 1", "X W_Q"},
    Caption{attest::Stage::k, "K", "keys", "Step 1", "X W_K"},
    Caption{attest::Stage::v, "V", "values", "Step 1", "X W_V"},
    Caption{attest::Stage::raw, "Q Kᵀ", "raw scores", "Step 2", "Q Kᵀ"},
    Caption{attest::Stage::scaled, "S", "scaled scores", "Step 3", "Q Kᵀ / √d_k"},
    Caption{attest::Stage::masked, "S masked", "masked scores", "Step 3", "S where the mask keeps it"},
    Caption{attest::Stage::sink, "s", "score of the sink", "Step 4", ""},
    Caption{attest::Stage::largest, "max", "largest scores", "Step 4", "max of a row of Q Kᵀ"},
    Caption{attest::Stage::sink_exponential, "E sink", "exponential of the sink", "Step 4",
            "e^((s − max) / √d_k)"},
    Caption{attest::Stage::exponentials, "E", "exponentials", "Step 4", "e^((Q Kᵀ − max) / √d_k)"},
    Caption{attest::Stage::sums, "Σ", "sums", "Step 4", "sum of a row of E"},
    Caption{attest::Stage::weights, "softmax(S)", "weights", "Step 4", "E · (1 / Σ)"},
    Caption{attest::Stage::mixed, "E V", "mixed values", "Step 5", "E V"},
    Caption{attest::Stage::output, "O", "output", "Step 5", "E V · (1 / Σ)"},
    Caption{attest::Stage::joined, "[O₁ O₂]", "joined outputs", "", "heads side by side"},
    Caption{attest::Stage::w_o, "W_O", "output weights", "", ""},
    Caption{attest::Stage::projected, "[O₁ O₂] W_O", "projected output", "", "[O₁ O₂] W_O"},
};

static_assert([] {
    for (std::size_t n = 0; n < captions.size(); ++n)
        if (captions[n].stage != static_cast<attest::Stage>(n)) return false;
    return captions.size() == attest::stage_names.size();
}());

constexpr const Caption& caption(attest::Stage stage) {
    return captions[static_cast<std::size_t>(stage)];
}

/// A stage's type as it is written.
inline std::string matrix_type(const attest::StageRecord<double>& stage) {
    return "Matrix<double, " + stage.rows.type + ", " + stage.cols.type + '>';
}

}  // namespace traced
