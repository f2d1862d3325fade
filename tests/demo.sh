#!/usr/bin/env bash
# The demo's output, its colours, and what it says of wrong input. Usage: demo.sh PROGRAM EXPECTED
set -euo pipefail
program=$1 name=demo expected=$2
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

"$program" | diff "$expected" - >&2 || fail "the demo prints something else"
diff "$expected" <("$program" --file "$(file '1 2\n3, 1\n\n2\t4')") >&2 || fail "the same X from a file is not the same"
diff <("$program" 1 2 3 1 2 4) "$expected" >&2 || fail "the same X from the command line is not the same"
diff "${expected%.txt}_other.txt" <("$program" -1 -.5 -0.25 1.5e0 +2 .5) >&2 || fail "another X prints something else"
output=$("$program" --help)
[[ $output == *'X NUMBER'* ]] || fail "--help does not tell about X"

escape=$'\e['
output=$("$program")
[[ $output != *"$escape"* ]] || fail "colours where there is no terminal"
output=$("$program" --colour always)
[[ $output == *"$escape"* ]] || fail "no colours although asked for"
if script -qec true /dev/null > /dev/null 2>&1; then # where there are pseudo-terminals
    on_terminal() { env "$@" script -qec "$program" /dev/null; }
    output=$(on_terminal -u NO_COLOR TERM=xterm)
    [[ $output == *"$escape"* ]] || fail "no colours on a terminal"
    output=$(on_terminal NO_COLOR=1 TERM=xterm)
    [[ $output != *"$escape"* ]] || fail "colours in spite of NO_COLOR"
    output=$(on_terminal -u NO_COLOR TERM=dumb)
    [[ $output != *"$escape"* ]] || fail "colours on a terminal that has none"
    output=$(env -u NO_COLOR TERM=xterm script -qec "$program --colour never" /dev/null)
    [[ $output != *"$escape"* ]] || fail "colours although they were declined"
fi

refuses 'X takes 6 numbers, 2 for each of cat, eats and fish; 5 are given' 1 2 3 4 5
refuses 'X takes 6 numbers, 2 for each of cat, eats and fish; 1 is given' 1
refuses "'three' is not a number" 1 2 three 4 5 6
refuses "'1e200' is not a number between -1e+100 and 1e+100" 1 2 3 4 5 1e200
refuses "'nan' is not a number between -1e+100 and 1e+100" 1 2 3 4 5 nan
refuses "'+-5' is not a number" 1 2 3 4 5 +-5
refuses "'1e-400' is out of the range of double" 1 2 3 4 5 1e-400
refuses "cannot read '': No such file or directory" --file ''
refuses 'The following argument was not expected: --nope' --nope
refuses '--colour: sometimes not in {auto,always,never}' --colour sometimes
refuses "cannot read '/nope': No such file or directory" --file /nope
refuses "cannot read '/': Is a directory" --file /
refuses "$work_dir/input:2: a row of X has 2 numbers, not 3" --file "$(file '1 2\n3 4 5\n6 7\n')"
refuses "$work_dir/input: X has 3 rows, for cat, eats and fish, not 2" --file "$(file '1 2\n3 4\n')"
refuses "$work_dir/input: X has 3 rows, for cat, eats and fish, not 4" --file "$(file '1 2\n3 4\n5 6\n7 8')"
refuses "$work_dir/input: '4x' is not a number" --file "$(file '1 2\n3 4x\n5 6\n')"
refuses 'X comes as numbers or as a file, not as both' --file "$(file '1 2\n3 4\n5 6\n')" 1 2 3 4 5 6

((failures == 0))
