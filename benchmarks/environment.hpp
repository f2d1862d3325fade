#pragma once

// What the peers read from the environment as they are loaded.

namespace bench {

/// Gives each peer one thread and its own choice of kernels. They have read the environment before main, so
/// where it says otherwise, this puts it right and starts the program again.
void make_sure_of_environment(char** argv);

}  // namespace bench
