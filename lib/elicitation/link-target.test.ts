import { describe, expect, test } from "vitest";
import { linkTarget } from "./link-target.ts";

describe("M4: links of servers", () => {
  test("M4: the whole address is shown with its host apart", () => {
    expect(linkTarget("https://accounts.example:8443/sign?x=1#y")).toEqual({
      url: "https://accounts.example:8443/sign?x=1#y",
      beforeHost: "https://",
      host: "accounts.example:8443",
      afterHost: "/sign?x=1#y",
      warning: null,
    });
    expect(linkTarget("http://127.0.0.1:9/cb")).toHaveProperty("host", "127.0.0.1:9");
  });

  test("C10: everything but https is refused", () => {
    for (const url of [
      "javascript:alert(1)",
      "JaVaScRiPt:1",
      "data:text/html,x",
      "file:///etc/passwd",
      "http://a.example",
      "//a",
      "",
      "ftp://a",
    ]) {
      expect(linkTarget(url)).toHaveProperty("refused");
    }
  });

  test("C10: an address that pretends to be another by its user name is refused", () => {
    expect(linkTarget("https://bank.example@evil.example/")).toHaveProperty("refused");
  });

  test("C4: a host that is not plain ASCII is shown as punycode with a warning", () => {
    const target = linkTarget("https://ex\u0430mple.com/");
    expect(target).toMatchObject({ host: "xn--exmple-4nf.com", warning: expect.stringContaining("look like others") });
  });
});
