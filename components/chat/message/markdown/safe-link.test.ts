import { expect, test } from "vitest";
import { safeLink } from "./safe-link.ts";

test("C9: a link shows the host that will really be opened", () => {
  expect(safeLink("https://example.com/a?b")).toEqual({ href: "https://example.com/a?b", host: "example.com" });
  expect(safeLink("http://127.0.0.1:3000/x")?.host).toBe("127.0.0.1:3000");
  expect(safeLink("mailto:ana@example.com")?.host).toBe("ana@example.com");
});

test("C4: letters that only look like others show as punycode", () => {
  expect(safeLink("https://аррle.com/")?.host).toMatch(/^xn--/);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "vbscript:x",
  "blob:https://example.com/1",
  "https://bank.example@evil.example/",
  "https://user:word@evil.example/",
  "/api/session",
  "//evil.example",
  "",
])("C10: %s is not a link", (address) => {
  expect(safeLink(address)).toBeNull();
});
