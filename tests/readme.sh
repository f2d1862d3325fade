#!/usr/bin/env bash
# Compiles every C++ block of README.md as the comment above it says, and looks up its CMake lines in
# the consumer's project. Usage: readme.sh README WORK_DIR INCLUDE_DIR COMPILER FLAG...
set -euo pipefail
readme=$1 work_dir=$2 include_dir=$3
shift 3
compile=("$@" -fsyntax-only "-I$include_dir" README.cpp)
consumer=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/consumer/CMakeLists.txt

rm -rf "$work_dir"
mkdir -p "$work_dir"
cd "$work_dir"

fail() {
    echo "README.md: $*" >&2
    exit 1
}

# Each block goes to a file of its own: NN.LANGUAGE, its comment to NN.what.
awk '
    /^<!-- .* -->$/ { what = $0; gsub(/^<!-- | -->$/, "", what); next }
    /^```[a-z]/ { ++n; name = sprintf("%02d", n); language = substr($0, 4); inside = 1
                  print what > (name ".what"); what = ""; printf "" > (name "." language); next }
    /^```$/ { inside = 0; next }
    inside { print > (name "." language) }
' "$readme"

compiled=0
for block in *.cpp; do
    number=${block%.cpp}
    case $(cat "$number.what") in
        compiles)
            cp "$block" README.cpp
            "${compile[@]}" || fail "block $number does not compile"
            ;;
        declares) # to the letter
            declaration=$(cat "$block")
            [[ $(cat "$include_dir"/attest/*.hpp) == *"${declaration%;}"* ]] ||
                fail "block $number is no declaration of the library's"
            ;;
        refused) # as a line below the block before it
            previous=$(printf '%02d' $((10#$number - 1)))
            { cat "$previous.cpp"; echo; cat "$block"; } > README.cpp
            if LC_ALL=C "${compile[@]}" > answer.txt 2>&1; then fail "block $number compiles"; fi
            grep -q "parameter 'Head' ('attest::HeadDim<2>' .* 'attest::ValueDim<2>')" answer.txt ||
                fail "block $number is refused for another reason: $(cat answer.txt)"
            ;;
        *) fail "block $number does not say what becomes of it" ;;
    esac
    compiled=$((compiled + 1))
done
((compiled > 0)) || fail "there are no C++ blocks"

for block in *.text; do
    [[ $(cat "${block%.text}.what") == "answer of clang 19" ]] || fail "$block does not say whose answer it is"
    [[ $("$1" --version) == *'clang version 19'* ]] || continue
    sed -e "s|$include_dir/||" -e '/errors\? generated\.$/d' answer.txt | diff "$block" - ||
        fail "the compiler answers otherwise"
done

cat -- *.cmake | while read -r line; do
    [[ $(sed 's/${ATTEST_SOURCE_DIR} //' "$consumer") == *"$line"* ]] ||
        fail "the consumer does not use: $line"
done
echo "$compiled C++ blocks are as they say"
