import { expect, test } from "vitest";
import { isCommonPassword } from "./common-password.ts";

const about = ["Olga Petrova", "olga@example.com"];

test.each([
  "password1234",
  "Password123!",
  "P@ssw0rd1234",
  "passwordpassword",
  "trustno1trustno1",
  "iloveyou1234",
  "welcome12345",
  "finalfantasy",
  "qwertyuiop[]",
  "1qaz2wsx3edc4rfv",
  "123456789012",
  "abcdefghijkl",
  "aaaaaaaaaaaa",
  "a".repeat(128),
  "p4ssw0rd".repeat(16),
  "olga@example.com",
  "OlgaPetrova1",
  "countersign1",
  "countersigncountersign",
  // A password counts in the letters to which it is normalised.
  "ｐａｓｓｗｏｒｄ１２３４",
  "𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭𝟏𝟐𝟑𝟒",
])("B19: %s is one of those that are guessed first", async (password) => {
  expect(await isCommonPassword(password, about)).toBe(true);
});

test.each([
  "correct horse battery",
  "my dog eats shoes",
  "xkcd-tower-lamp",
  "9f8s7dfh2kqzl",
  "олень под дождём",
  "🦊🦊 and 🐻 at 7",
  "Nk7!tq0vR2m$ww".repeat(9),
])("B19: %s is not", async (password) => {
  expect(await isCommonPassword(password, about)).toBe(false);
});
