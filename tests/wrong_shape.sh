#!/usr/bin/env bash
# Whether a mistake of examples/wrong_shapes is refused as well as it should be.
# Usage: wrong_shape.sh FILE INCLUDE_DIR COMPILER FLAG...
#
# The corrected twin compiles. The mistake does not, with exactly one error, at the mistake's own line,
# which shows every text of an "// expect:" line, names nobody else's library and is short. What the
# compiler says is read without the source lines that it echoes, so that no text is found in those.
set -euo pipefail
file=$1 include_dir=$2
shift 2
compiler=$1
compile=(env LC_ALL=C "$@" -fsyntax-only "-I$include_dir" "$file")
failures=0

fail() {
    echo "$(basename "$file"): $*" >&2
    failures=$((failures + 1))
}

version=$("$compiler" --version)
if [[ $version == *clang* ]]; then
    without_carets=-fno-caret-diagnostics measured_with='clang version 19' caret_lines=8
else
    without_carets=-fno-diagnostics-show-caret measured_with=') 12.' caret_lines=16
fi

"${compile[@]}" -DCORRECTED || fail "the corrected twin does not compile"

trimmed() { sed -e "s|$include_dir/||g" -e '/^[0-9]* errors\? generated\.$/d'; }
if answer=$("${compile[@]}" "$without_carets" 2>&1 | trimmed); then fail "the mistake compiles"; fi
with_carets=$("${compile[@]}" 2>&1 | trimmed || true)

errors=$(grep -c ' error: ' <<< "$answer" || true)
((errors == 1)) || fail "$errors errors instead of one"

# The mistake stands between #else and #endif.
line=$(grep -m1 ' error: ' <<< "$answer" | sed -n "s|^$file:\([0-9]*\):.*|\1|p" || true)
first=$(grep -n '^#else$' "$file" | cut -d: -f1)
last=$(grep -n '^#endif$' "$file" | cut -d: -f1)
((first < ${line:-0} && ${line:-0} < last)) || fail "the error is not at the line of the mistake"

expected=0
while IFS= read -r text; do
    expected=$((expected + 1))
    grep -qF -- "$text" <<< "${answer//attest::/}" || fail "the compiler does not say: $text"
done < <(sed -n 's|^// expect: ||p' "$file")
((expected > 0)) || fail "there is no line '// expect:'"

if grep -niE '\b(std|boost|hana)\b' <<< "$answer"; then fail "another library's name is in the answer"; fi

# Other versions of the compilers may take a line more or less.
if [[ $version == *"$measured_with"* ]]; then
    lines=$(wc -l <<< "$answer")
    ((lines <= 8)) || fail "$lines lines without carets, 8 are allowed"
    lines=$(wc -l <<< "$with_carets")
    ((lines <= caret_lines)) || fail "$lines lines with carets, $caret_lines are allowed"
fi

if ((failures > 0)); then
    echo "$with_carets" >&2
    exit 1
fi
