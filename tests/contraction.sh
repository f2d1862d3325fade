#!/usr/bin/env bash
# Whether the library leaves the compiler no product to fuse into a sum: everything public compiles to the
# same instructions with contraction as the compiler has it and without. For targets that can fuse.
# Usage: contraction.sh WORK_DIR EXAMPLES_DIR INCLUDE_DIR COMPILER FLAG...
set -euo pipefail
work_dir=$1 examples_dir=$2 include_dir=$3
shift 3
everything=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/bits.cpp
if [[ $(uname -m) != x86_64 ]]; then exit 77; fi

mkdir -p "$work_dir"
cd "$work_dir"

# differs FILE: whether contraction makes a difference to it.
differs() {
    local compile=("${compiler[@]}" -O2 -march=x86-64-v3 -S "$1")
    "${compile[@]}" -o as_it_is.s
    "${compile[@]}" -ffp-contract=off -o off.s
    ! cmp as_it_is.s off.s
}

compiler=("$@" "-I$include_dir" "-I$examples_dir")
echo 'double f(double a, double b, double c) { return a * b + c; }' > contracted.cpp
differs contracted.cpp > /dev/null || {
    echo "a product that can be fused went unnoticed" >&2
    exit 1
}
if differs "$everything"; then
    echo "somewhere a bare product is fused into a sum; write multiply_add or rounded_product" >&2
    exit 1
fi
