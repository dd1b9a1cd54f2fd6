import { IntlMessageFormat } from "intl-messageformat";
import { expect, test, vi } from "vitest";
import { readMessages, readSpeech } from "./read-messages.ts";
import { sayIn, sayPartsIn } from "./say.ts";
import { english } from "./speech.ts";
import { words } from "./words.ts";

const shop = words("shop", { plain: "It is here.", counts: "{count, plural, one {# tool} other {# tools}}" });

test("W2: messages that were read beforehand are said as those that were not", () => {
  const read = readMessages(shop.english);
  expect(read).toEqual({ plain: "It is here.", counts: expect.any(Array) as unknown });
  // As the build leaves a catalogue.
  const built = { ...shop, english: read } as unknown as typeof shop;
  expect(sayIn(english, built)("plain")).toBe("It is here.");
  expect(sayIn(english, built)("counts", { count: 2 })).toBe("2 tools");
  // A browser could not read it.
  vi.spyOn(IntlMessageFormat as unknown as { __parse: () => never }, "__parse").mockImplementation(() =>
    expect.unreachable(),
  );
  const say: (key: "plain", args: object) => string = sayIn(english, built) as never;
  expect(say("plain", {})).toBe("It is here.");
  expect(sayPartsIn(english, built)("plain")).toEqual(["It is here."]);
  const german = readSpeech({ language: "de", texts: { shop: { counts: "{count, plural, other {# Werkzeuge}}" } } });
  expect(sayIn(german, built)("counts", { count: 1_200 })).toBe("1.200 Werkzeuge");
  expect(sayIn(german, built)("plain")).toBe("It is here.");
});
