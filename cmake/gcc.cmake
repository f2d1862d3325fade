# The GCC that the machine calls its own, or else the newest one that goes by its number.
find_program(ATTEST_CXX NAMES g++ g++-15 g++-14 g++-13 g++-12 REQUIRED)
set(CMAKE_CXX_COMPILER ${ATTEST_CXX})
