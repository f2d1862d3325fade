// Eigen with sizes that it learns when it runs, in blocks of queries. Keys that a mask hides from a whole
// block are left out.

#include "../contender.hpp"
#include "eigen_softmax.hpp"
#include "operands.hpp"

#include <algorithm>

namespace bench {

namespace {

constexpr Height height{.unmasked = 256, .masked = 64};

template <class T>
using Dynamic = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
struct State {
    Shape shape;
    std::vector<Block> blocks;
    Dynamic<T> first, second, third, output, scores;
    Eigen::Array<T, Eigen::Dynamic, 1> sums;

    explicit State(const Problem& problem)
        : shape(problem.shape),
          blocks(blocks_of(shape, height.of(shape))),
          first(matrix(problem.first, shape.rows)),
          second(matrix(problem.second, shape.shared)),
          third(matrix(problem.third, problem.third.empty() ? 1 : shape.shared)),
          output(index(shape.rows), index(shape.width)),
          scores(index(height.of(shape)), index(shape.shared)),
          sums(index(height.of(shape))) {}

    static Dynamic<T> matrix(const std::vector<double>& numbers, std::size_t rows) {
        return Eigen::Map<const Dynamic<double>>(numbers.data(), index(rows), index(numbers.size() / rows))
            .template cast<T>();
    }
};

template <class T>
void attend(State<T>& s, const Block& block) {
    const auto count = index(block.count);
    const auto keys = index(block.keys.size());
    const auto first_key = index(block.keys.begin);
    auto scores = s.scores.topLeftCorner(count, keys);
    auto output = s.output.middleRows(index(block.first), count);
    scores.noalias() =
        s.first.middleRows(index(block.first), count) * s.second.middleRows(first_key, keys).transpose();
    for (std::size_t i = 0; i < block.count; ++i) {
        const Range kept = keys_within(block, s.shape, block.first + i);
        auto row = scores.row(index(i));
        row.head(index(kept.begin)).setZero();
        row.tail(keys - index(kept.end)).setZero();
        s.sums(index(i)) = eigen_softmax_row(row.segment(index(kept.begin), index(kept.size())),
                                             eigen_scale<T>(s.shape.width));
    }
    output.noalias() = scores * s.third.middleRows(first_key, keys);
    output.array().colwise() /= s.sums.head(count);
}

template <class T>
Contender make(const Problem& problem) {
    return make_contender(
        "Eigen dynamic", Role::peer, std::make_shared<State<T>>(problem),
        [](State<T>& s) {
            if (s.shape.kind == Kind::product)
                s.output.noalias() = s.first * s.second;
            else
                for (const Block& block : s.blocks) attend(s, block);
        },
        [](const State<T>& s) {
            return std::vector<double>(s.output.data(), s.output.data() + s.output.size());
        });
}

const RegisteredPeer registered{[](const Problem& problem) -> std::optional<Contender> {
    return problem.shape.precision == Precision::single_precision ? make<float>(problem)
                                                                  : make<double>(problem);
}};

}  // namespace

}  // namespace bench
