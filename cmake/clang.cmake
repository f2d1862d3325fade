# The newest numbered Clang: where there is also a plain clang++, it may be older than attest needs.
find_program(ATTEST_CXX NAMES clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER ${ATTEST_CXX})
