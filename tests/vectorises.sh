#!/usr/bin/env bash
# Whether the compiler makes vector instructions of a loop over each function, and says so.
# Usage: vectorises.sh WORK_DIR INCLUDE_DIR COMPILER FLAG...
#
# The target is x86-64-v3 (AVX2). GCC takes two hints more: it has a vector form of sqrt without errno only, and
# one of a table, which erf and gelu have, where it is tuned for a processor that gathers fast. The numbers that
# are written must not be among those that are read, nor may the compiler think they were.
# Exits with 77 where there is no such target.
set -euo pipefail
work_dir=$1 include_dir=$2
shift 2
compiler=$1

[[ $("$compiler" -dumpmachine) == x86_64-* ]] || exit 77
version=$("$compiler" --version)
declare -A hints=()
if [[ $version == *clang* ]]; then
    report=(-Rpass=loop-vectorize) said='vectorized loop'
else
    report=(-fopt-info-vec-optimized) said='loop vectorized'
    hints=([sqrt]=-fno-math-errno [erf]=-mtune=haswell [gelu]=-mtune=haswell)
fi

mkdir -p "$work_dir"
failures=0

# vectorises FUNCTION TYPE FLAG...
vectorises() {
    local function=$1 type=$2 file=$work_dir/$1.$2.cpp
    shift 2
    cat > "$file" << LOOP
#include <attest/activation.hpp>
#include <attest/math.hpp>
void over_all($type* __restrict y, const $type* __restrict x) {
    for (int i = 0; i < 1024; ++i) y[i] = attest::$function(x[i]);
}
LOOP
    "$@" "$file" > "$work_dir/answer.txt" 2>&1 || cat "$work_dir/answer.txt" >&2
    grep -q "^$file:4:.*$said" "$work_dir/answer.txt" || {
        echo "$function of $type is not vectorised" >&2
        failures=$((failures + 1))
    }
}

compile=("$@" -O3 -march=x86-64-v3 "${report[@]}" "-I$include_dir" -S -o /dev/null)
for type in float double; do
    for function in exp exp2 log sqrt tanh sigmoid erf sin cos gelu gelu_tanh silu; do
        vectorises "$function" "$type" "${compile[@]}" ${hints[$function]-}
    done
done
((failures == 0))
