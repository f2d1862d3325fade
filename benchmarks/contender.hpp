#pragma once

// Who computes a problem: attest, its peers, and what they are measured by.

#include "problem.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

enum class Role {
    attest,
    peer,
    full,  // attest without the mask, of whose time a mask should leave a part
    read,  // only reads what a decoding step must read, which is that step's roof
};

struct Contender {
    std::string name;
    Role role = Role::peer;
    std::function<void(std::size_t)> run;         // computes it that many times
    std::function<std::vector<double>()> answer;  // what that left; nothing if there is nothing to check
};

/// A contender whose call is compiled into its loop, so that a small case does not measure the way to it.
/// The call has what it needs in a state, which is shared with the answer.
template <class State, class Call, class Answer>
Contender make_contender(std::string name,
                         Role role,
                         const std::shared_ptr<State>& state,
                         Call call,
                         Answer answer) {
    return {std::move(name), role,
            [state, call](std::size_t times) {
                for (std::size_t i = 0; i < times; ++i) {
                    call(*state);
                    benchmark::ClobberMemory();  // each call reads its operands anew and writes its result
                }
            },
            [state, answer] { return answer(*state); }};
}

/// Nothing, where the peer has no reasonable way to compute such a problem.
using MakePeer = std::optional<Contender> (*)(const Problem&);

/// All peers that were found when this was built; each names itself from its own file.
std::vector<MakePeer>& peers();

struct RegisteredPeer {
    explicit RegisteredPeer(MakePeer make) { peers().push_back(make); }
};

}  // namespace bench
