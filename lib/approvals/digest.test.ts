import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bound, digestOf, isDigest } from "./digest.ts";

const bound: Bound = {
  serverId: "mail",
  toolName: "send_email",
  fingerprint: "f00d",
  argumentsJson: '{"to":"ana@example.com"}',
  chatId: "chat-1",
  personId: "person-1",
};

test("A8: the digest is versioned SHA-256 and stays the same from release to release", () => {
  expect(digestOf(bound)).toBe("v1:af89829c7dda750d88c959d761ff566d1223035489d21f1003976d83473c399c");
});

test("A8, S1.19: every part is bound: changing any one changes the digest, and parts cannot flow into each other", () => {
  const text = fc.string({ maxLength: 4 });
  const any = fc.record<Bound>({
    serverId: text,
    toolName: text,
    fingerprint: text,
    argumentsJson: text,
    chatId: text,
    personId: text,
  });
  fc.assert(
    fc.property(any, any, (one, two) => {
      const same = Object.keys(bound).every((key) => one[key as keyof Bound] === two[key as keyof Bound]);
      expect(digestOf(one) === digestOf(two)).toBe(same);
    }),
  );
  for (const key of Object.keys(bound) as (keyof Bound)[]) {
    expect(digestOf({ ...bound, [key]: `${bound[key]}x` })).not.toBe(digestOf(bound));
  }
});

test("A9: only a digest of the known version counts", () => {
  expect(isDigest(digestOf(bound))).toBe(true);
  const hex = "0".repeat(64);
  for (const bad of [
    null,
    undefined,
    "",
    hex,
    `v0:${hex}`,
    `v2:${hex}`,
    `v1:${hex}0`,
    `v1:${hex}\n`,
    `V1:${hex}`,
    [`v1:${hex}`],
  ]) {
    expect(isDigest(bad)).toBe(false);
  }
});
