import { expect, test } from "vitest";
import { withoutBase64, withoutDataUris } from "./without-base64.ts";

/** As long as a message of a server may be. */
const huge = "aB3".repeat(4_600_000);

test("E12: base64 as long as a whole message is named by its size, in a text and alone", () => {
  expect(withoutDataUris(`before data:image/png;base64,${huge}== after`)).toBe(
    "before [image/png, 13.8 MB of base64 left out] after",
  );
  expect(withoutBase64([huge, { name: `${huge}=\n` }])).toEqual([
    "[13.8 MB of base64 left out]",
    { name: "[13.8 MB of base64 left out]" },
  ]);
});

test("S0.70: what is short, or no base64, stays as it is", () => {
  const kept = [
    "data:image/png;base64,aB3=",
    `data:;charset=utf-8;base64,${"aB3".repeat(333)}`,
    "0123456789".repeat(200),
    "abcdef0123456789".repeat(100),
    `${"aB3".repeat(400)} and words`,
    "data:".repeat(400),
  ];
  expect(kept.map(withoutBase64)).toEqual(kept);
});

test("S0.70: several files in one text are left out, each by itself", () => {
  const one = "aB3/".repeat(300);
  expect(withoutDataUris(`data:image/gif;base64,${one}|data:;base64,${one}=|end`)).toBe(
    "[image/gif, 1 kB of base64 left out]|[1 kB of base64 left out]|end",
  );
});
