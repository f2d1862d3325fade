#!/usr/bin/env bash
# Whether named axes cost anything: a product of matrices compiles to the same instructions as one of bare
# arrays by the same kernel.
# Usage: zero_overhead.sh WORK_DIR INCLUDE_DIR COMPILER FLAG...
set -euo pipefail
work_dir=$1 include_dir=$2
shift 2
source_file=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/zero_overhead.cpp
if [[ $(uname -m) != x86_64 ]]; then exit 77; fi

# assemble FILE FLAG...: the source's instructions, without the numbers of GCC's labels for debuggers.
assemble() {
    local file=$1
    shift
    "${compile[@]}" "$@" -o - | sed 's/\.LF[BE][0-9]*//' > "$file"
}

mkdir -p "$work_dir"
cd "$work_dir"
for target in x86-64 x86-64-v3 x86-64-v4; do
    compile=("$@" "-I$include_dir" -O3 "-march=$target" -S "$source_file")
    assemble named.s
    assemble bare.s -DRAW_ARRAYS
    assemble other.s -DCOLUMNS=48
    if cmp -s bare.s other.s; then
        echo "for $target, a product of another shape went unnoticed" >&2
        exit 1
    fi
    if ! diff bare.s named.s; then
        echo "for $target, named axes are not free" >&2
        exit 1
    fi
    echo "$target: the same $(grep -c $'^\t[a-z]' named.s) instructions and directives"
done
