#!/usr/bin/env bash
# What attest-trace writes, of what it reads, and what it says of wrong input. Usage: trace.sh PROGRAM EXPECTED_FOLDER
set -euo pipefail
program=$1 name=attest-trace expected=$2
source "$(dirname "${BASH_SOURCE[0]}")/program.sh"

# writes FILE ARGUMENT...: what a file of the expected folder has.
writes() {
    diff "$expected/$1" <("$program" "${@:2}") >&2 || fail "attest-trace ${*:2} writes something else"
}

refuses_file() {
    local path
    path=$(file "$2")
    refuses "$path: $1" "$path"
}

# array NAME TYPE SHAPE BYTES [VERSION] [ORDER]: the path of an array as NumPy writes it, its bytes as \x...
array() {
    local header length version=${5:-1} path=$work_dir/$1.npy
    header="{'descr': '$2', 'fortran_order': ${6:-False}, 'shape': $3, }"
    length=$(printf '\\x%02x\\x00' ${#header})
    if ((version > 1)); then length+='\x00\x00'; fi
    printf '%b' "\x93NUMPY\x0$version\x00$length$header$4" > "$path"
    echo "$path"
}
refuses_array() {
    local sentence=$1 path
    shift
    path=$(array x "$@")
    refuses "$path: $sentence" "$path"
}

# What the article's example is, without a name of its own.
json() { "$program" --json "$@" | sed -e 's/"source":"[^"]*"//' -e 's/"notes":\[[^]]*\]*.*"variants"/"variants"/'; }
zero='\x00\x00\x00\x00\x00\x00\x00\x00'
one='\x00\x00\x00\x00\x00\x00\xf0\x3f' two='\x00\x00\x00\x00\x00\x00\x00\x40'
three='\x00\x00\x00\x00\x00\x00\x08\x40' four='\x00\x00\x00\x00\x00\x00\x10\x40'
floats='\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x80\x40'
doubles=$one$two$three$one$two$four
text='# cat eats fish\ntokens cat eats fish\nx\n1 2 # cat\n3, 1\n\n2\t4\nw_q\n1 0\n0 1\nw_k\n1 0\n0 1\nw_v\n0 1\n1 0\n'
heads='"heads": [{"w_q": [[1], [0]], "w_k": [[1], [0]], "w_v": [[0], [1]]}, {"w_q": [[0], [1]], "w_k": [[0], [1]], "w_v": [[1], [0]]}]'
x='"x": [[1, 2], ["3", 1.0], [2, "4"]]'

writes tables.txt
writes fish.txt --token fish
writes fish.txt --token 3
writes two_heads.txt --example two-heads --mask causal --token eats
writes two_heads_tables.txt --example two-heads --mask causal

# The same problem in every way that it can be written.
article=$(json)
[[ $article == *'"values":[["3.862309515218'*'"3.995760572785417","2"]]'* ]] || fail "--json has other numbers"
[[ $(json "$(file "$text")") == "$article" ]] || fail "a text is read otherwise"
[[ $(json "$(file "{$x, \"w_q\": [[1,0],[0,1]], \"w_k\": [[1,0],[0,1]], \"w_v\": [[0,1],[1,0]], \"tokens\": [\"cat\",\"eats\",\"fish\"]}")") == "$article" ]] ||
    fail "JSON is read otherwise"
identity=$(array identity '<f8' '(2, 2)' "$one$zero$zero$one")
swap=$(array swap '<f8' '(2, 2)' "$zero$one$one$zero")
weights=(--w-q "$identity" --w-k "$identity" --w-v "$swap" --tokens 'cat eats fish')
[[ $(json "$(array x '<f8' '(3, 2)' "$doubles")" "${weights[@]}") == "$article" ]] || fail "an array is read otherwise"
[[ $(json "$(array x '<f8' '(3, 2)' "$doubles" 2)" "${weights[@]}") == "$article" ]] || fail "version 2 is read otherwise"
[[ $(json "$(array x '<f4' '(3,2)' "$floats")" "${weights[@]}") == "$article" ]] || fail "floats are read otherwise"
first=$(array first '<f8' '(2, 1)' "$one$zero")
second=$(array second '<f8' '(2, 1)' "$zero$one")
two_heads=$(json --example two-heads)
[[ $(json "$(array x '<f8' '(3, 2)' "$doubles")" --w-q "$first" --w-k "$first" --w-v "$second" --w-q "$second" --w-k "$second" \
    --w-v "$first" --w-o "$identity" --tokens 'cat eats fish') == "$two_heads" ]] || fail "arrays of two heads are read otherwise"
[[ $(json "$(file "{$x, $heads, \"w_o\": [[1,0],[0,1]], \"tokens\": [\"cat\",\"eats\",\"fish\"]}")") == "$two_heads" ]] ||
    fail "JSON of two heads is read otherwise"
[[ $(json "$(file 'x\n1 2\n3 1\n2 4')" --token 3 2>&1) == *'one of --token'* ]] || fail "two wishes at once"
output=$("$program" "$(file 'x\n1 2\n3 1\n2 4')" --stage w_v)
[[ $output == *'  1  1  0'*'  2  0  1'* ]] || fail "weights that are left out are not the identity"

# Which variant comes first.
[[ $article == '{"version":1,"element":"double",,"variants":[{"name":"no mask","mask":null,'*'{"name":"causal","mask":"causal",'* ]] ||
    fail "the variants of --json"
[[ $(json --mask causal) == '{"version":1,"element":"double",,"variants":[{"name":"causal"'* ]] || fail "--mask causal is not first"
[[ $(json "$(file "{$x, \"mask\": \"causal\"}")") == *'"variants":[{"name":"causal"'* ]] || fail "\"mask\" is not heard"

# The page has all of it, and nothing that ends its script.
"$program" --html "$work_dir/page.html" --tokens 'cat </script> fish'
page=$(< "$work_dir/page.html")
[[ ${page,,} == '<!doctype html>'* ]] || fail "--html writes no page"
[[ $page == *'cat","\u003c/script>","fish'* ]] || fail "a token could end the page's script"

output=$("$program" --help)
for word in FILE --example --w-q --w-k --w-v --w-o --tokens --mask --token --stage --json --html --colour two-heads exponentials '2, 3, 4, 5, 6 or 8'; do
    [[ $output == *"$word"* ]] || fail "--help does not tell about $word"
done

escape=$'\e['
[[ $("$program" --stage weights) != *"$escape"* ]] || fail "colours where there is no terminal"
[[ $("$program" --stage weights --colour always) == *"$escape"* ]] || fail "no colours although asked for"
if script -qec true /dev/null > /dev/null 2>&1; then # where there are pseudo-terminals
    on_terminal() { env "$@" script -qec "$program --stage weights" /dev/null; }
    [[ $(on_terminal -u NO_COLOR TERM=xterm) == *"$escape"* ]] || fail "no colours on a terminal"
    [[ $(on_terminal NO_COLOR=1 TERM=xterm) != *"$escape"* ]] || fail "colours in spite of NO_COLOR"
fi

refuses 'one of --token, --stage, --json and --html at a time' --json --stage weights
refuses 'one of --token, --stage, --json and --html at a time' --token fish --html "$work_dir/page.html"
refuses "there is no token 'dog' in 'cat eats fish'" --token dog
refuses "there is no token '4' in 'cat eats fish'" --token 4
refuses "there is no stage 'weight'; --help lists them" --stage weight
refuses 'nothing is masked in this trace' --stage masked
refuses 'nothing is joined in this trace' --stage joined
refuses '--mask: window not in {none,causal}' --mask window
refuses '--example: third not in {worked,two-heads,embeddings,softmax}' --example third
refuses 'there is a file or an example, not both' --example worked "$(file "$text")"
refuses 'there are names for 2 tokens, and x has 3 rows' --tokens 'cat fish'
refuses '--w-q, --w-k, --w-v and --w-o go with an X in a .npy file' --w-q "$identity"
refuses "$(file "$text"): --w-q, --w-k, --w-v and --w-o go with an X in a .npy file" "$(file "$text")" --w-q "$identity"
refuses "cannot write '/nope/page.html': No such file or directory" --html /nope/page.html
refuses '/nope: No such file or directory' /nope
refuses '/: Is a directory' /
refuses 'The following argument was not expected: --nope' --nope

shapes='what is compiled in is 2, 3, 4, 5, 6 or 8 tokens, d_model 2, 3, 4 or 8, 1 or 2 heads of d_k = d_v 1, 2, 3 or 4'
refuses_file "it has 1 token, d_model 2, 1 head of d_k 2 and d_v 2; $shapes" 'x\n1 2\n'
refuses_file "it has 2 tokens, d_model 5, 1 head of d_k 5 and d_v 5; $shapes" 'x\n1 2 3 4 5\n1 2 3 4 5\n'
refuses_file "it has 2 tokens, d_model 2, 1 head of d_k 1 and d_v 2; $shapes" 'x\n1 2\n3 4\nw_q\n1\n1\nw_k\n1\n1\nw_v\n1 1\n1 1\n'
refuses_file 'w_k is 1 x 2, and beside the others it has to be 2 x 2' 'x\n1 2\n3 4\nw_q\n1 2\n3 4\nw_k\n1 2\nw_v\n1 2\n3 4\n'
refuses_file 'there is no x' '# nothing\n'
refuses_file 'there is no w_v' 'x\n1 2\n3 4\nw_q\n1 2\n3 4\nw_k\n1 2\n3 4\n'
refuses_file 'there is no w_k of head 2' "${text}w_q\n1 0\n0 1\n"
refuses_file 'there is no w_o, which joins the heads' "${text}w_q\n1 0\n0 1\nw_k\n1 0\n0 1\nw_v\n1 0\n0 1\n"
refuses_file 'w_o joins heads, of which there is only one' "${text}w_o\n1 0\n0 1\n"
refuses_file "line 3: 'four' is not a number" 'x\n1 2\n3 four\n'
refuses_file "line 2: '0x10' is not a number" 'x\n1 0x10\n'
refuses_file "line 2: '1e200' is not a number between -1e+100 and 1e+100" 'x\n1 1e200\n'
refuses_file 'line 3: a row of x has 2 numbers, not 3' 'x\n1 2\n3 4 5\n'
refuses_file "line 1: '1' is neither tokens nor the name of a matrix" '1 2\n3 4\n'
refuses_file 'line 3: x is there already' 'x\n1 2\nx\n'
refuses_file 'line 2: tokens are there already' 'tokens a b\ntokens c d\n'
refuses_file 'line 1: tokens are named in the line itself: tokens cat eats fish' 'tokens\na\n'

refuses_file 'it is not JSON, or a number in it is out of the range of double' '{"x": [[1, 2]'
refuses_file "there is no 'w_x'" "{$x, \"w_x\": 1}"
refuses_file 'x has rows of different lengths' '{"x": [[1, 2], [3]]}'
refuses_file 'x is no list of rows of numbers' '{"x": [1, 2]}'
refuses_file "x: 'two' is not a number" '{"x": [[1, "two"]]}'
refuses_file 'x: something is no number' '{"x": [[1, null]]}'
refuses_file 'heads is no list of heads' "{$x, \"heads\": 2}"
refuses_file 'a head is an object with w_q, w_k and w_v' "{$x, \"heads\": [2]}"
refuses_file 'with heads, each head has its own w_q, w_k and w_v' "{$x, $heads, \"w_q\": [[1, 0], [0, 1]]}"
refuses_file "mask is 'none' or 'causal', not 'window'" "{$x, \"mask\": \"window\"}"
refuses_file 'tokens is no list of texts' "{$x, \"tokens\": [1, 2, 3]}"
refuses_file 'source is no text' "{$x, \"source\": 1}"
refuses_file 'there are names for 2 tokens, and x has 3 rows' "{$x, \"tokens\": [\"cat\", \"fish\"]}"

refuses_array "its numbers are '<i8', not '<f4' or '<f8'" '<i8' '(3, 2)' "$doubles"
refuses_array "its numbers are '>f8', not '<f4' or '<f8'" '>f8' '(3, 2)' "$doubles"
refuses_array 'it has column after column (fortran_order), not row after row' '<f8' '(3, 2)' "$doubles" 1 True
refuses_array 'it has version 3 of the format, not 1 or 2' '<f8' '(3, 2)' "$doubles" 3
refuses_array 'its array has 1 axis, not 2' '<f8' '(6,)' "$doubles"
refuses_array 'its array has 3 axes, not 2' '<f8' '(3, 1, 2)' "$doubles"
refuses_array 'its array has 0 axes, not 2' '<f8' '()' "$one"
refuses_array 'its array is empty' '<f8' '(0, 2)' ''
refuses_array 'its header says 3 x 2 numbers of 8 bytes, and 40 bytes follow' '<f8' '(3, 2)' "$one$two$three$one$two"
refuses_array 'its header says 4294967296 x 4294967296 numbers of 8 bytes, and 0 bytes follow' '<f8' '(4294967296, 4294967296)' ''
refuses_array 'it has a number that is not between -1e+100 and 1e+100' '<f8' '(1, 1)' '\x00\x00\x00\x00\x00\x00\xf8\x7f'
refuses_array 'its header says no shape' '<f8' 'None' "$doubles"
refuses_file 'it ends within its header' '\x93NUMPY\x01\x00'
refuses_file 'it ends within its header' '\x93NUMPY\x01\x00\xff\x00{   '
refuses_file 'it is an archive (.npz?); numpy.save writes an array as .npy' 'PK\x03\x04'
x_file=$(array x '<f8' '(3, 2)' "$doubles")
refuses "$x_file: $(file "$text"): it is no .npy file" "$x_file" --w-q "$(file "$text")"
refuses "$x_file: there is no w_k" "$x_file" --w-q "$identity"

((failures == 0))
