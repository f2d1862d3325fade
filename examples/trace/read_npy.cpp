#include "input.hpp"

#include "../read_number.hpp"

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace traced {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// An unsigned integer, its lowest byte first.
template <class Integer>
Integer little_endian(std::string_view bytes) {
    Integer result = 0;
    for (std::size_t n = sizeof(Integer); n-- > 0;)
        result = static_cast<Integer>(result << 8 | static_cast<unsigned char>(bytes[n]));
    return result;
}

/// What stands behind a key of the header, which is a dictionary as Python writes it.
std::string_view behind(std::string_view header, std::string_view key) {
    const auto at = header.find(key);
    if (at == std::string_view::npos) return {};
    std::string_view rest = header.substr(at + key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
    return rest;
}

/// The extents of "(3, 2), ...".
std::optional<std::vector<std::size_t>> extents(std::string_view text) {
    if (!text.starts_with('(') || text.find(')') == std::string_view::npos) return std::nullopt;
    text = text.substr(1, text.find(')') - 1);
    std::vector<std::size_t> result;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
        if (text.empty()) return result;
        std::size_t extent = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
        if (error != std::errc{}) return std::nullopt;
        result.push_back(extent);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
}

/// The numbers of an array, whose header says how they are stored.
OrRefusal<Table> read_numbers(std::string_view data,
                              const std::vector<std::size_t>& shape,
                              std::size_t size) {
    // Beyond that nothing is compiled in, and the product of the extents may overflow.
    constexpr std::size_t most = 1 << 20;
    if (shape[0] == 0 || shape[1] == 0) return Refusal{"its array is empty"};
    if (shape[0] > most || shape[1] > most || data.size() != shape[0] * shape[1] * size)
        return Refusal{"its header says " + std::to_string(shape[0]) + " x " + std::to_string(shape[1]) +
                       " numbers of " + std::to_string(size) + " bytes, and " + std::to_string(data.size()) +
                       " bytes follow"};
    Table table{shape[0], shape[1], {}};
    for (; !data.empty(); data.remove_prefix(size)) {
        table.numbers.push_back(size == 4 ? std::bit_cast<float>(little_endian<std::uint32_t>(data))
                                          : std::bit_cast<double>(little_endian<std::uint64_t>(data)));
        if (!is_within_range(table.numbers.back()))
            return Refusal{"it has a number that is not between -1e+100 and 1e+100"};
    }
    return table;
}

}  // namespace

bool is_npy(std::string_view bytes) {
    return bytes.starts_with(magic);
}

OrRefusal<Table> read_npy(std::string_view bytes) {
    if (bytes.size() < 12) return Refusal{"it ends within its header"};
    const int version = static_cast<unsigned char>(bytes[6]);
    if (version != 1 && version != 2)
        return Refusal{"it has version " + std::to_string(version) + " of the format, not 1 or 2"};
    const std::size_t length = version == 1 ? little_endian<std::uint16_t>(bytes.substr(8))
                                            : little_endian<std::uint32_t>(bytes.substr(8));
    const std::size_t start = version == 1 ? 10 : 12;
    if (bytes.size() - start < length) return Refusal{"it ends within its header"};
    const std::string_view header = bytes.substr(start, length);

    const std::string_view type = behind(header, "'descr'");
    const bool is_float = type.starts_with("'<f4'");
    if (!is_float && !type.starts_with("'<f8'"))
        return Refusal{"its numbers are " +
                       std::string(type.substr(0, type.find(type.starts_with('[') ? ']' : ','))) +
                       ", not '<f4' or '<f8'"};
    if (!behind(header, "'fortran_order'").starts_with("False"))
        return Refusal{"it has column after column (fortran_order), not row after row"};
    const auto shape = extents(behind(header, "'shape'"));
    if (!shape) return Refusal{"its header says no shape"};
    if (shape->size() != 2)
        return Refusal{"its array has " + std::to_string(shape->size()) +
                       (shape->size() == 1 ? " axis" : " axes") + ", not 2"};
    return read_numbers(bytes.substr(start + length), *shape, is_float ? 4 : 8);
}

}  // namespace traced
