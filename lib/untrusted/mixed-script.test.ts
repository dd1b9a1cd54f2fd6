import fc from "fast-check";
import { expect, test } from "vitest";
import { mixedScript } from "./mixed-script.ts";

const names = [
  "send_email",
  "delete-file",
  "paypal.com",
  "list_files",
  "github.com",
  "read_file",
  "mail.google.com",
  "process_refund",
];

test("C4: plain names, and names in one other alphabet, pass", () => {
  const others = [
    "отправить_письмо",
    "αρχείο",
    "发送邮件",
    "メール送信_v2",
    "이메일api",
    "größe",
    "naïve_café",
    "שלח",
    "münchen.de",
  ];
  for (const name of [...names, ...others, "", "工具tool"]) expect(mixedScript(name)).toBeNull();
});

/** What a forger puts in the place of a plain letter. */
const lookAlikes: { [letter: string]: string } = {
  a: "аαａ𝐚ɑᴀ",
  c: "сϲｃ𝐜ᴄⅽ",
  d: "ԁｄ𝐝ᴅⅾ",
  e: "еｅ𝐞℮ᴇ",
  g: "ցｇ𝐠ɡɢ",
  i: "іιｉ𝐢ıɩⅰ",
  l: "ӏｌ𝐥ʟⅼǀ",
  m: "ｍ𝐦ᴍⅿ",
  o: "оοօｏ𝐨ᴏ",
  p: "рρｐ𝐩ᴘ",
  s: "ѕｓ𝐬ꜱ",
  u: "սυｕ𝐮ᴜ",
};

test("C4: more than 200 forgeries of plain names are all warned of", () => {
  let pairs = 0;
  for (const name of names) {
    for (const [at, letter] of Array.from(name).entries()) {
      for (const forged of lookAlikes[letter] ?? "") {
        pairs += 1;
        expect(mixedScript(name.slice(0, at) + forged + name.slice(at + 1))).toMatch(/name|word/);
      }
    }
  }
  expect(pairs).toBeGreaterThan(200);
});

test.each(["аррӏе", "СЕО", "ΝΙΚΕ", "xn--80ak6aa92e.com", "www.xn--pypal-4ve.com", "a․b", "a∕b", "pay‐pal", "ᎪᏢᏢᏞᎬ"])(
  "C4: %s is warned of",
  (name) => {
    expect(mixedScript(name)).not.toBeNull();
  },
);

test("C4: ASCII never warns but for Punycode, and no text makes it throw", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), fc.string({ unit: "binary" }), (ascii, any) => {
      if (!/xn--/i.test(ascii)) expect(mixedScript(ascii)).toBeNull();
      mixedScript(any);
    }),
    { numRuns: 1_000 },
  );
});
