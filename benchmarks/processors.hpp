#pragma once

// Which of the machine's processors the program runs on.

#include <cstddef>
#include <vector>

namespace bench {

/// Those that it may run on. It stays on one at a time.
class Processors {
public:
    Processors();

    std::size_t count() const { return allowed_.size(); }
    void go_to_next();

private:
    std::vector<int> allowed_;
    std::size_t current_ = 0;
};

}  // namespace bench
