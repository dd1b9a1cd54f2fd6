import { expect, test } from "vitest";
import { browserWords } from "./browser-words.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605 Version/20.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Firefox/140.0", "Firefox"],
  ["<script>alert(1)</script>", null],
  ["", null],
  [null, null],
])("a browser that calls itself %s is called %s, in words of ours alone", (said, words) => {
  expect(browserWords(said)).toBe(words);
});
