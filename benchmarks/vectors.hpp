#pragma once

// The widest vectors of the target that is compiled for, as GCC and Clang spell them. What is measured with
// them depends on no autovectoriser.

#include <cstddef>
#include <cstring>

namespace bench {

#if defined(__AVX512F__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

template <class T>
inline constexpr std::size_t lanes = vector_bytes / sizeof(T);

template <class T>
struct VectorOf {
    using type __attribute__((vector_size(vector_bytes))) = T;
};
template <class T>
using Vector = typename VectorOf<T>::type;

// References, for how a function takes such a vector by value depends on the target.

template <class T>
void load(Vector<T>& vector, const T* from) {
    std::memcpy(&vector, from, sizeof vector);
}

template <class T>
void store(T* to, const Vector<T>& vector) {
    std::memcpy(to, &vector, sizeof vector);
}

}  // namespace bench
