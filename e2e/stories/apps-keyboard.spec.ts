import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { test } from "@playwright/test";
import puppeteer from "puppeteer-core";
import { firefoxPath } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { expect } from "../support/story.ts";

const keepFocus = stripTypeScriptTypes(
  readFileSync(new URL("../../components/chat/app/keep-focus.ts", import.meta.url), "utf8"),
).replace("export function", "function");
const grasping = `<input id="keys"><script>setTimeout(() => setInterval(() => { window.focus(); keys.focus(); }, 60), 1500)</script>`;
const page = `<input id="field"><iframe sandbox="allow-scripts" src="/app"></iframe><output></output>
<script>${keepFocus}
const frame = document.querySelector("iframe");
keepFocus(frame, () => {
  frame.remove();
  document.querySelector("output").textContent = "closed";
});
</script>`;

test("M153: in Firefox, too, an app that takes the keyboard again and again is noticed, and gets no key", async () => {
  const http = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(url === "/app" ? grasping : page);
  });
  const port = await freePort();
  http.listen(port, "127.0.0.1");
  const executablePath = firefoxPath() ?? "";
  expect(executablePath, "Install Firefox, or set FIREFOX_PATH.").not.toBe("");
  const firefox = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  try {
    const tab = await firefox.newPage();
    await tab.goto(`http://127.0.0.1:${port}/`);
    await tab.click("#field");
    await tab.waitForFunction(() => document.querySelector("output")?.textContent === "closed", { timeout: 20_000 });
    await tab.keyboard.type("not for the app");
    expect(await tab.$eval("#field", (field) => (field as HTMLInputElement).value)).toBe("not for the app");
  } finally {
    await firefox.close();
    http.close();
  }
});
