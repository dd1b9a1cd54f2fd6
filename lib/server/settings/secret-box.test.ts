import { expect, test } from "vitest";
import { SecretBox } from "./secret-box.ts";
import { newSecretKey } from "./secret-keys.ts";

const about = "model openai";

test("H17: a sealed secret opens with its key, and shows nothing of itself", () => {
  const box = new SecretBox([newSecretKey()]);
  const sealed = box.seal("sk-canary", about);
  expect(sealed).not.toContain("canary");
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain("canary");
  expect(box.open(sealed, about)).toBe("sk-canary");
  // The same secret looks different each time.
  expect(box.seal("sk-canary", about)).not.toBe(sealed);
});

test("H17: it opens for nothing else than it was sealed for, with no other key, and not changed", () => {
  const box = new SecretBox([newSecretKey()]);
  const sealed = box.seal("sk-canary", about);
  expect(box.open(sealed, "model another")).toBeNull();
  expect(new SecretBox([newSecretKey()]).open(sealed, about)).toBeNull();
  const [version, id, text = ""] = sealed.split(".");
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "A" ? "B" : "A";
    const bent = text.slice(0, at) + other + text.slice(at + 1);
    // The last digit of base64url may carry bits that mean nothing.
    if (Buffer.from(bent, "base64url").equals(Buffer.from(text, "base64url"))) continue;
    expect(box.open(`${version}.${id}.${bent}`, about)).toBeNull();
  }
  for (const odd of ["", "1", "1..", `2.${id}.${text}`, `1.${id}.`, `1.${id}.AAAA`, "sk-canary"]) {
    expect(box.open(odd, about)).toBeNull();
  }
});

test("H17: a new key seals, and a former one still opens until all is sealed again", () => {
  const former = newSecretKey();
  const next = newSecretKey();
  const sealed = new SecretBox([former]).seal("sk-canary", about);
  const box = new SecretBox([next, former]);
  expect(box.open(sealed, about)).toBe("sk-canary");
  expect(box.isCurrent(sealed)).toBe(false);
  const again = box.seal("sk-canary", about);
  expect(box.isCurrent(again)).toBe(true);
  expect(new SecretBox([next]).open(again, about)).toBe("sk-canary");
});
