# What the tests of programs share; to be sourced where $program is the program and $name what it calls itself.
# A failure is told and counted in $failures; files go into $work_dir.
work_dir=$(mktemp -d)
trap 'rm -rf "$work_dir"' EXIT
failures=0

fail() {
    echo "$*" >&2
    failures=$((failures + 1))
}

# refuses SENTENCE ARGUMENT...: that one sentence, nothing else, and exit code 2.
refuses() {
    local sentence=$1 code=0
    shift
    "$program" "$@" > "$work_dir/out" 2> "$work_dir/err" || code=$?
    ((code == 2)) || fail "$name $*: exit code $code, not 2"
    [[ ! -s $work_dir/out ]] || fail "$name $*: prints on although it refuses"
    diff <(echo "$name: $sentence") "$work_dir/err" >&2 || fail "$name $*: another sentence"
}

# file TEXT: the path of a file with that text.
file() {
    printf '%b' "$1" > "$work_dir/input"
    echo "$work_dir/input"
}
