#!/usr/bin/env bash
# What attention costs compilers: user seconds and peak memory, in attest and in Eigen. For
# -O3 and this machine's own instructions, as it is benchmarked.
#     benchmarks/compile_time.sh COMPILER...
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

sizes=(3,2 8,8 16,16 32,32 64,64 128,64 512,64 2048,64 33,20 100,48 197,64)
folder=build/compile-time
mkdir -p "$folder"

# Sources, each for some sizes. Eigen's fixed sizes end at 128 KB; beyond, it has dynamic ones, whose one
# instantiation is all that there is to compile.
attest_source() {
    local size n d
    echo '#include <attest/attest.hpp>'
    echo 'using namespace attest;'
    for size in "$@"; do
        n=${size%,*} d=${size#*,}
        cat << END
using Output_${n}_$d = Matrix<float, Query<$n>, ValueDim<$d>>;
void attend_${n}_$d(const Matrix<float, Query<$n>, HeadDim<$d>>& q, const Matrix<float, Key<$n>, HeadDim<$d>>& k,
                    const Matrix<float, Key<$n>, ValueDim<$d>>& v, Output_${n}_$d& output) {
    output = attention(q, k, v);
}
END
    done
}

eigen_source() {
    local size n d rows cols
    cat << 'END'
#include <Eigen/Dense>
#include <cmath>
END
    if (($#)); then
        cat << 'END'
template <int N, int D> using Wide = Eigen::Matrix<float, N, D, Eigen::RowMajor>;
template <int N, int D>
void attend(const Wide<N, D>& q, const Wide<N, D>& k, const Wide<N, D>& v, Wide<N, D>& output) {
    Wide<N, N> scores(q.rows(), k.rows());
    scores.noalias() = q * k.transpose();
    const float scale = 1 / std::sqrt(static_cast<float>(q.cols()));
    for (Eigen::Index i = 0; i < scores.rows(); ++i) {
        auto row = scores.row(i);
        row = ((row.array() - row.maxCoeff()) * scale).exp().matrix();
        row /= row.sum();
    }
    output.noalias() = scores * v;
}
END
    fi
    for size in "$@"; do
        n=${size%,*} d=${size#*,}
        rows=$n cols=$d
        if ((n > 128)); then rows=Eigen::Dynamic cols=Eigen::Dynamic; fi
        echo "void attend_${n}_$d(const Wide<$rows, $cols>& q, const Wide<$rows, $cols>& k," \
            "const Wide<$rows, $cols>& v, Wide<$rows, $cols>& output) { attend(q, k, v, output); }"
    done
}

# cost COMPILER LIBRARY NAME: "seconds | MB" of the source of that name.
cost() {
    local include=-Iinclude
    if [[ $2 == eigen ]]; then include=-isystem/usr/include/eigen3; fi
    /usr/bin/time -f '%U %M' -o "$folder/time.txt" \
        "$1" -std=c++23 -O3 -march=native "$include" -c "$folder/$2-$3.cpp" -o "$folder/$2-$3.o"
    awk '{ printf "%.1f | %d", $1, $2 / 1024 }' "$folder/time.txt"
}

# row TITLE NAME SIZE...
row() {
    local title=$1 name=$2 compiler
    shift 2
    attest_source "$@" > "$folder/attest-$name.cpp"
    eigen_source "$@" > "$folder/eigen-$name.cpp"
    for compiler in "${compilers[@]}"; do
        echo "| $title | ${compiler##*/} | $(cost "$compiler" attest "$name") | $(cost "$compiler" eigen "$name") |"
    done
}

compilers=("$@")
twenty=()
for n in {5..24}; do twenty+=("$((2 * n)),$((n + 3))"); done
echo '| compiled | by | attest, seconds | MB | Eigen, seconds | MB |'
echo '|---|---|---|---|---|---|'
row 'the headers' headers
for size in "${sizes[@]}"; do row "attention $size" "$size" "$size"; done
row '20 attentions, 10,8 to 48,27 (goal: 5 s)' twenty "${twenty[@]}"
