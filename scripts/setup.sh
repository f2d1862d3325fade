# Sourced by the other scripts: brings what they need, and asks the package manager only for what is
# missing. The names of packages are Debian's and Ubuntu's.

unset CDPATH
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 1

missing=()

# need_command PACKAGE COMMAND...: any one of the commands will do.
need_command() {
    local package=$1 command
    shift
    for command in "$@"; do
        if command -v "$command" > /dev/null; then return; fi
    done
    missing+=("$package")
}

# need_file PACKAGE FILE...: any one of the files will do, below any of the usual prefixes.
need_file() {
    local package=$1 prefix file
    shift
    for prefix in /usr /usr/local /opt/homebrew; do
        for file in "$@"; do
            if compgen -G "$prefix/$file" > /dev/null; then return; fi
        done
    done
    missing+=("$package")
}

need_gcc() {
    need_command g++ g++ g++-15 g++-14 g++-13 g++-12
}

# The newest numbered one first: where there is also a plain clang++, it may be older than attest needs.
clangs=(clang++-{21,20,19,18,17,16} clang++)

newest_clang() {
    local clang
    for clang in "${clangs[@]}"; do
        if command -v "$clang" > /dev/null; then break; fi
    done
    echo "$clang"
}

need_clang() {
    need_command clang-19 "${clangs[@]}"
    need_file g++ 'include/c++/*/expected' # the standard library that Clang uses here
}

need_headers() {
    need_file libboost-dev include/boost/hana.hpp
}

need_examples() {
    need_headers
    need_command cmake cmake
    need_command ninja-build ninja
    need_file libfmt-dev include/fmt/format.h
    need_file libcli11-dev include/CLI/CLI.hpp
    need_file nlohmann-json3-dev include/nlohmann/json.hpp
}

need_tests() {
    need_examples
    need_file catch2 include/catch2/catch.hpp include/catch2/catch_all.hpp
    need_file libmpfr-dev include/mpfr.h
}

# The peers are asked for too, though the benchmarks are built without those that are not there.
need_benchmarks() {
    need_examples
    need_file libbenchmark-dev include/benchmark/benchmark.h
    need_file libeigen3-dev include/eigen3/Eigen/Dense
    need_file libopenblas-dev include/cblas.h 'include/*/cblas.h'
    need_file libdnnl-dev include/dnnl.hpp
    need_file libxsmm-dev include/libxsmm.h
}

# What runs the tests of the page in a browser. Its packages for Node.js are in tests/browser/package.json.
need_browser() {
    need_command chromium chromium chromium-browser google-chrome google-chrome-stable
    need_command nodejs node
    need_command npm npm
}

# What makes the library part of the page, as WebAssembly. Without it the page is built too.
need_wasm() {
    need_command clang-19 clang++-19
    need_command lld-19 wasm-ld-19
    need_file wasi-libc include/wasm32-wasi/stdlib.h
    need_file libc++-19-dev-wasm32 include/wasm32-wasi/c++/v1/string
    need_file libclang-rt-19-dev-wasm32 lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a
}

install_browser_packages() {
    if [[ -d tests/browser/node_modules/axe-core && -d tests/browser/node_modules/playwright-core ]]; then return; fi
    quietly build/npm.log npm --prefix tests/browser ci
}

# Installs what is missing, or says what that is and gives up.
install_missing() {
    ((${#missing[@]})) || return 0
    local as_root=()
    if [[ $(id -u) != 0 ]]; then as_root=(sudo -n); fi
    if ! command -v apt-get > /dev/null || ! "${as_root[@]}" true 2> /dev/null; then
        echo "Missing: ${missing[*]}. This script may not install them; as root, it would run" >&2
        echo "    apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    echo "installing ${missing[*]}" >&2
    quietly build/install.log "${as_root[@]}" apt-get -qq update
    quietly build/install.log "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --no-install-recommends "${missing[@]}"
    missing=()
}

# configure FOLDER ARGUMENT...: cmake, from nothing where the folder was configured for another checkout.
configure() {
    local folder=$1 fresh=()
    shift
    if [[ -e $folder/CMakeCache.txt ]] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then
        fresh=(--fresh)
    fi
    cmake "${fresh[@]}" -B "$folder" "$@"
}

# quietly LOG COMMAND...: the command's output goes to LOG, and is shown only if it fails.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    "$@" < /dev/null > "$log" 2>&1 || {
        cat "$log" >&2
        exit 1
    }
}
