import fc from "fast-check";
import { expect, test } from "vitest";
import { wireName } from "./wire-name.ts";

test("an ordinary tool keeps a readable name", () => {
  expect(wireName("workspace", "run_command")).toBe("workspace__run_command");
  expect(wireName("my-server", "read-file")).toBe("my-server__read-file");
  expect(wireName("files", "fs.read")).toBe("files__fs-x2e-read");
});

test("E3: acme_ with status and acme with _status are two names", () => {
  expect(wireName("acme_", "status")).not.toBe(wireName("acme", "_status"));
  expect(wireName("acme__status", "x")).not.toBe(wireName("acme", "status__x"));
});

test("E3: a long name is cut to 64 characters and stays its own", () => {
  const long = "a".repeat(80);
  const names = [wireName("s", long), wireName("s", `${long}b`), wireName(long, "s")];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});

/** Texts that are close to each other in every way that an encoding could confuse. */
const tricky = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom("a", "x", "_", "-", "2", "e", "."), minLength: 1, maxLength: 7 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom("a", "_", "__"), minLength: 25, maxLength: 90 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 12 }) },
);

test("E3: 100,000 pairs of server and tool map to names without a collision", () => {
  const pairOf = new Map<string, string>();
  fc.assert(
    fc.property(tricky, tricky, (server, tool) => {
      const name = wireName(server, tool);
      const pair = JSON.stringify([server, tool]);
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(pairOf.get(name) ?? pair).toBe(pair);
      pairOf.set(name, pair);
    }),
    { numRuns: 100_000 },
  );
  expect(pairOf.size).toBeGreaterThan(50_000);
});
