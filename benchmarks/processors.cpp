#include "processors.hpp"

#include <sched.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace bench {

Processors::Processors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        throw std::runtime_error(std::string("cannot tell the processors: ") + std::strerror(errno));
    for (int i = 0; i < CPU_SETSIZE; ++i)
        if (CPU_ISSET(i, &set)) allowed_.push_back(i);
    go_to_next();
}

void Processors::go_to_next() {
    current_ = (current_ + 1) % allowed_.size();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(allowed_[current_], &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        throw std::runtime_error(std::string("cannot stay on a processor: ") + std::strerror(errno));
}

}  // namespace bench
