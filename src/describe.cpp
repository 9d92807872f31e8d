#include "describe.hpp"

#include "dtype.hpp"
#include "plan/ops/ops.hpp"
#include "text.hpp"
#include "wire/call.hpp"
#include "wire/conversions.hpp"
#include "wire/record.hpp"

namespace microtome {
namespace {

/// Writes `[f(0),f(1),...]`, for those i for which has(i) is true.
template <class Has, class F>
void write_list(Text& out, std::size_t count, const Has& has, const F& f) {
  const char* separator = "";
  out.add("[");
  for (std::size_t i = 0; i < count; ++i) {
    if (!has(i)) continue;
    out.add(separator);
    separator = ",";
    f(i);
  }
  out.add("]");
}

constexpr auto kAll = [](std::size_t) { return true; };

/// `names` are separated by spaces.
void write_names(Text& out, std::string_view names) {
  out.add("[\"");
  for (const char letter : names) {
    if (letter == ' ')
      out.add("\",\"");
    else
      out.add(letter);
  }
  out.add("\"]");
}

void write_dtype(Text& out, const DTypeRow& row) {
  const DType& dtype = row.type;
  out.format("{\"name\":\"$\",\"bits\":%,\"classes\":", dtype.name, dtype.bits);
  write_names(out, row.classes);
  out.format(",\"group\":%,\"entries\":%", dtype.group(), dtype.entries());
  if (!row.alias.empty()) out.format(",\"alias\":\"$\"", row.alias);
  if (row.integer != 0) out.format(",\"integer\":%", row.integer);
  out.add("}");
}

Literal flag(bool value) { return value ? "true" : "false"; }

/// A parameter of one value is described as a scalar, which is how callers should give it.
Literal rank(const Shape& shape) {
  return shape.most > 1 ? "\"any\"" : shape.one ? "0" : shape.least == 1 ? "1" : "\"0 or 1\"";
}

/// How web/lib reads the value of a parameter.
void write_reading(Text& out, const Parameter& parameter) {
  if (parameter.per != Per::kOther)
    out.format(",\"onePer\":\"$\"", parameter.per == Per::kAxis ? "axis" : "output");
  if (parameter.int64) out.add(",\"int64\":true");
  if (parameter.is_value) out.add(",\"value\":true");
  if (parameter.any_rank()) out.add(",\"anyRank\":true");
  if (parameter.is_mask) out.add(",\"mask\":true");
}

void write_input(Text& out, Literal name, TypeSet types, bool optional, Literal rank) {
  out.format("{\"name\":\"$\",\"types\":%,\"optional\":$,\"rank\":$", name, types, flag(optional), rank);
}

/// Marks an input that may be repeated, or is a sequence.
Literal several(Takes takes) {
  return takes == Takes::kAny ? ",\"variadic\":true" : takes == Takes::kSequence ? ",\"sequence\":true" : "";
}

void write_attribute(Text& out, const Parameter& parameter) {
  const bool is_word = !parameter.choices.empty();
  out.format("{\"name\":\"$\",\"type\":\"$\",\"optional\":$", parameter.name,
             is_word                      ? "string"
             : !parameter.literal.empty() ? parameter.literal
             : parameter.shape.one        ? "int"
                                          : "ints",
             flag(parameter.optional));
  write_reading(out, parameter);
  if (is_word) {
    out.add(",\"choices\":");
    write_names(out, parameter.choices);
    if (!parameter.optional) return out.add('}');
    out.add(",\"default\":\"");
    for (const char letter : std::string_view(parameter.choices)) {  // the first of them
      if (letter == ' ') break;
      out.add(letter);
    }
    out.add("\"}");
    return;
  }
  if (parameter.fallback) out.format(",\"default\":%", *parameter.fallback);
  out.add("}");
}

void write_operator(Text& out, const Operator& op) {
  out.format("{\"domain\":\"$\",\"op_type\":\"$\",\"since_version\":%,\"inputs\":[", op.domain, op.op_type,
             op.since_version);
  write_input(out, op.data, op.types, false, "\"any\"");
  out.format("$}", several(op.takes));
  const auto write_second = [&] {
    if (op.takes != Takes::kTwo) return;
    out.add(",");
    write_input(out, op.second, op.types, false, "\"any\"");
    out.add("}");
  };
  if (!op.is_between) write_second();
  for (const Parameter& parameter : op.parameters) {
    if (parameter.kind != Kind::kInput) continue;
    if (op.is_between && &parameter == &op.parameters[1]) write_second();
    out.add(",");
    write_input(out, parameter.name, parameter.is_value ? op.types : parameter.types, parameter.optional,
                rank(parameter.shape));
    write_reading(out, parameter);
    out.add("}");
  }
  out.add("],\"attributes\":");
  write_list(
      out, op.parameters.size(), [&](std::size_t i) { return op.parameters[i].kind == Kind::kAttribute; },
      [&](std::size_t i) { write_attribute(out, op.parameters[i]); });
  if (op.is_hidden) out.add(",\"hidden\":true");
  if (op.takes == Takes::kValue) out.add(",\"fills\":true");
  if (op.never_views) out.add(",\"neverViews\":true");
  if (op.assigns) out.add(",\"assigns\":true");
  out.add("}");
}

#define MICROTOME_WORD(name, word) word,
constexpr Literal kHeaderWords[] = {MICROTOME_HEADER(MICROTOME_WORD)};
constexpr Literal kAxisWords[] = {MICROTOME_AXIS(MICROTOME_WORD)};
constexpr Literal kStreamWords[] = {MICROTOME_STREAM(MICROTOME_WORD)};
constexpr Literal kCopyWords[] = {MICROTOME_COPY(MICROTOME_WORD)};
#undef MICROTOME_WORD

/// Where each word of a record is.
void write_words(Text& out, std::span<const Literal> words) {
  const char* separator = "{";
  for (std::size_t i = 0; i < words.size(); ++i, separator = ",")
    out.format("$\"$\":%", Literal(separator), words[i], i);
  out.add("}");
}

struct Named {
  Literal name;
  Index number;
};

/// Numbers that both sides write into words or read from them.
constexpr Named kNumbers[] = {
    {"maxRank", kMaxRank},
    {"maxOutputs", kMaxOutputs},
    {"lines", kLines},
    {"wayBits", kWayBits},
    {"wholeInArena", kWholeInArena},
    {"partsInArena", kPartsInArena},
    {"mostMoveWords", static_cast<Index>(kMostMoveWords)},
    {"absent", kAbsent},
    {"untyped", kUntyped},
    {"hasCount", kHasCount},
    {"anyType", kAnyType},
    {"views", kViews},
    {"inOneArray", kInOneArray},
    {"negatives", kNegatives},
    {"byValues", ops::kByValues},
    {"byScale", ops::kByScale},
    {"byTable", ops::kByTable},
    {"onlyChecks", kOnlyChecks},
    {"keepsInfinity", kKeepsInfinity},
    {"divides", kDivides},
};

}  // namespace

std::string_view describe() {
  static char memory[1 << 15];  // a test fails if this is too small: a text that is cut off is not JSON
  Text out(memory);
  out.add("{\"dtypes\":");
  write_list(out, kDTypeCount, kAll, [&](std::size_t i) { write_dtype(out, kDTypeRows[i]); });
  out.add(",\"operators\":");
  std::size_t count = 0;
  while (operator_at(count) != nullptr) ++count;
  write_list(out, count, kAll, [&](std::size_t i) { write_operator(out, *operator_at(i)); });
  out.add(",\"numbers\":");
  const char* separator = "{";
  for (const auto& [name, number] : kNumbers) {
    out.format("$\"$\":%", Literal(separator), name, number);
    separator = ",";
  }
  out.add("},\"ways\":");
  write_list(out, kWayCount, kAll, [&](std::size_t i) { out.format("\"$\"", word_of(static_cast<Way>(i))); });
  out.add(",\"header\":");
  write_words(out, kHeaderWords);
  out.add(",\"axis\":");
  write_words(out, kAxisWords);
  out.add(",\"stream\":");
  write_words(out, kStreamWords);
  out.add(",\"copy\":");
  write_words(out, kCopyWords);
  out.add("}");
  return out.view();
}

}  // namespace microtome
