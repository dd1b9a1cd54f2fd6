/** Texts and schemas that a careless reader would need minutes or a deep stack for; tests read them, the bench times it. */

/** JSON just below the size that is read at all. */
export function hostileJson(size: number): string[] {
  return [
    `"${"\\u0061".repeat(size / 6)}`,
    `"${"a".repeat(size)}`,
    "[1,".repeat(size / 3),
    " ".repeat(size),
    "1".repeat(size),
    `[${'"",'.repeat(size / 3)}1]`,
    `{${'"a":{'.repeat(9_000)}`,
    "-".repeat(size),
  ];
}

/** An object of as many keys as fit in. */
export function manyKeys(bytes: number): string {
  // Each takes twelve at most.
  return `{${Array.from({ length: Math.floor(bytes / 12) }, (_, at) => `"k${at}":1`).join(",")}}`;
}

/** Texts that a card would have to draw. */
export function hostileTexts(size: number): string[] {
  const units = [" ", "\n", "\u200b", "\n ", "a\u0301", "\u0301", "⟨", "\ud800", "\n        "];
  return units.map((unit) => unit.repeat(size / unit.length));
}

/** Labels that look a little like a request for a secret, over and over. */
export const hostileLabels = [
  "a ".repeat(2048),
  "your ".repeat(800),
  "pass ".repeat(800),
  "the a an ".repeat(450),
  "\u200b".repeat(4096),
  "卡".repeat(4096),
  "Aa".repeat(2048),
  "codes sent we just ".repeat(220),
];

/** Forms as wide, long and deep as a server may send them. */
export function hostileForms(): unknown[] {
  const options = Array.from({ length: 200 }, (_, at) => `option ${at}`);
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, { enum: options.slice(0, 100) }]));
  const long = { type: "string", title: "a ".repeat(2000), description: "code sent your ".repeat(270) };
  const deep: unknown = JSON.parse(`${'{"properties":'.repeat(5000)}{}${"}".repeat(5000)}`);
  return [
    { properties: wide },
    { type: "object", properties: { x: long } },
    deep,
    { type: "object", properties: { x: { enum: options } } },
    { type: "object", properties: { x: { type: "string", default: `${"a: ".repeat(20_000)}x:` } } },
  ];
}
