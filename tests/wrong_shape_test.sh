#!/usr/bin/env bash
# Whether wrong_shape.sh notices a case that is broken. Usage: wrong_shape_test.sh FILE INCLUDE_DIR COMPILER FLAG...
set -euo pipefail
file=$1
check=("$(dirname "${BASH_SOURCE[0]}")/wrong_shape.sh")
arguments=("${@:2}")
work_dir=$(mktemp -d)
trap 'rm -rf "$work_dir"' EXIT
failures=0

# notices COMPLAINT SED_EXPRESSION: with the file so edited, the check fails and says why.
notices() {
    local complaint=$1 edit=$2
    sed "$edit" "$file" > "$work_dir/case.cpp"
    if cmp -s "$file" "$work_dir/case.cpp"; then
        echo "nothing is edited by: $edit" >&2
        failures=$((failures + 1))
    elif "${check[@]}" "$work_dir/case.cpp" "${arguments[@]}" > "$work_dir/out" 2>&1; then
        echo "not noticed: $edit" >&2
        failures=$((failures + 1))
    elif ! grep -qF "$complaint" "$work_dir/out"; then
        echo "noticed, but not for '$complaint': $edit" >&2
        failures=$((failures + 1))
    fi
}

"${check[@]}" "$file" "${arguments[@]}"

notices 'the corrected twin does not compile' 's/^extern const Matrix<double, Tokens<3>/extern const Matrix<double, Tokenz<3>/'
notices 'the error is not at the line of the mistake' 's/^extern const Matrix<double, Tokens<3>/extern const Matrix<double, Tokenz<3>/'
notices 'the corrected twin does not compile' 's/^const auto q = x \* w_q;$/const auto q = x * w_k;/'
notices 'the mistake compiles' 's/^const auto q = x \* w_q_of_wider_model;$/const auto q = x * w_q;/'
notices 'the compiler does not say: Model<4>' 's/^const auto q = x \* w_q_of_wider_model;$/const auto q = x * w_q_of_wide_model;/'
notices 'the compiler does not say: Model<6>' 's|^// expect: Model<5>|// expect: Model<6>|'
notices 'the compiler does not say: const auto q' 's|^// expect: Model<5>|// expect: const auto q|'
notices "there is no line '// expect:'" '/^\/\/ expect:/d'
notices '2 errors instead of one' 's/^const auto q = x \* w_q_of_wider_model;$/&\nconst auto p = x * w_q_of_wider_model;/'
notices "another library's name" \
    's/^const auto q = x \* w_q_of_wider_model;$/#include <vector>\nconst std::vector<decltype(w_q_of_wider_model)> q = x * w_q;/'

# A function of many overloads has a long answer. Lengths are held to the bar with two compilers only.
version=$("$3" --version)
if [[ $version == *'clang version 19'* || $version == *') 12.'* ]]; then
    overloads=''
    for type in bool char short int unsigned long float double 'long double'; do
        overloads+="template <Axis A> void f($type, const Matrix<double, A, A>\\&);\\n"
    done
    notices 'lines with carets' "s/^const auto q = x \\* w_q_of_wider_model;\$/${overloads}auto q = f(1, w_q_of_wider_model);/"
    notices 'lines without carets' "s/^const auto q = x \\* w_q_of_wider_model;\$/${overloads}auto q = f(1, w_q_of_wider_model);/"
fi

((failures == 0))
