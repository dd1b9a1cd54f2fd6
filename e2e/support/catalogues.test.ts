import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { catalogues } from "../../app/catalogues.ts";
import { pseudoOf } from "#lib/words/pseudo.ts";

/** What a message needs to be said: its variables by their kind, its tags, and the choices that code makes. */
function needsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.argument:
        return [element.value];
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        return [`${element.value}, as a number`];
      case TYPE.plural:
        return [`${element.value}, as a number`, ...inside(element.options)];
      case TYPE.select:
        return [`${element.value}: ${Object.keys(element.options).toSorted().join(" ")}`, ...inside(element.options)];
      case TYPE.tag:
        return [`<${element.value}>`, ...needsOf(element.children)];
      default:
        return [];
    }
  });
}

function inside(options: Record<string, { value: MessageFormatElement[] }>): string[] {
  return Object.values(options).flatMap(({ value }) => needsOf(value));
}

/** A number may be said as a plural in one language, and as it is in the other. */
function needed(message: string): string[] {
  const all = new Set(needsOf(parse(message)));
  return [...all]
    .filter((each) => !all.has(`${each}, as a number`))
    .map((each) => each.replace(", as a number", ""))
    .toSorted();
}

test("W4: every sentence in German says what the English one says of what is put in", () => {
  const odd = catalogues.flatMap(({ words, german }) =>
    Object.entries(words.english).flatMap(([key, message]) => {
      const [wanted, found] = [needed(message), needed(german[key] ?? "")];
      return JSON.stringify(wanted) === JSON.stringify(found)
        ? []
        : [`${words.name}.${key}: ${wanted.join()} / ${found.join()}`];
    }),
  );
  expect(odd).toEqual([]);
});

test("W4: no catalogue has a name twice, an empty sentence, or spaces at an end", () => {
  const names = catalogues.map(({ words }) => words.name);
  expect(new Set(names).size).toBe(names.length);
  const texts = catalogues.flatMap(({ words, german }) => [words.english, german]);
  const bad = texts.flatMap((each) => Object.values(each)).filter((text) => text === "" || text !== text.trim());
  expect(bad).toEqual([]);
});

test("W7: every sentence can be said in a made-up language", () => {
  for (const { words } of catalogues) {
    for (const message of Object.values(words.english)) expect(needed(pseudoOf(message))).toEqual(needed(message));
  }
});

test("W4: the check would notice a variable, a tag or a choice that is missing", () => {
  expect(needed("{name} and {count, plural, one {# of <b>it</b>} other {{most}}}")).toEqual([
    "<b>",
    "count",
    "most",
    "name",
  ]);
  expect(needed("{kind, select, file {a} other {b}}")).not.toEqual(needed("{kind, select, mail {a} other {b}}"));
});
