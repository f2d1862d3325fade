#include "environment.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {

void make_sure_of_environment(char** argv) {
    bool right = true;
    for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"})
        if (std::getenv(name)) {
            unsetenv(name);
            right = false;
        }
    for (const char* name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"})
        if (const char* threads = std::getenv(name); !threads || std::string_view(threads) != "1") {
            setenv(name, "1", 1);
            right = false;
        }
    if (right) return;
    execv("/proc/self/exe", argv);
    throw std::runtime_error(std::string("cannot start again: ") + std::strerror(errno));
}

}  // namespace bench
