import type { Page } from "@playwright/test";
import { hasNoFlaws, look } from "../support/look.ts";
import type { Step } from "../support/model-script.ts";
import { serverFile } from "../support/servers/start-server.ts";
import { again, askAsPage, expect, modelEnv, openChat, say, test } from "../support/story.ts";

const entry = { title: "Results", trusted: true, command: "node", args: [serverFile("results-server.ts")] };
const tools = ["screenshot", "full_page", "sound", "odd", "rows", "repeated", "wrong"];
const silent = Object.fromEntries(tools.map((name) => [name, { approval: "never" }]));
const mcp = { mcpServers: { results: { ...entry, tools: silent } } };

/** What the model says that calls these tools one after the other. */
function calling(...names: string[]): Step[] {
  return [...names.map((name) => [{ call: `results__${name}` }]), ["That is all."]];
}

async function ends(page: Page): Promise<void> {
  await expect(page.getByText("That is all.")).toBeVisible();
}

/** What unfolds below the line of a call. */
async function unfolded(page: Page, tool: string) {
  const call = page.locator("details").filter({ has: page.locator("summary", { hasText: tool }) });
  await call.locator("summary").click();
  return call;
}

test("S0.70: a screenshot is drawn in the chat, opens large, can be saved, and reaches the model", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model(calling("screenshot", "full_page"));
  const app = await launch({ env: modelEnv(endpoint, "responses"), mcp });
  await openChat(page, app);
  await say(page, "show me the page");
  await ends(page);
  const picture = page.getByRole("img", { name: "Picture from screenshot" });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1280);
  await expect(page.getByText(/^PNG · 1280 × 720 · 1\.\d MB$/)).toBeVisible();
  await expect(page.getByRole("img", { name: "Picture from full_page" })).toBeVisible();
  await look(page, "pictures");

  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download PNG" }).first().click();
  expect((await saving).suggestedFilename()).toBe("screenshot.png");

  await page.getByRole("button", { name: "Open large: Picture from screenshot" }).click();
  const large = page.getByRole("dialog", { name: "Picture from screenshot" });
  await expect(large.getByRole("img")).toBeVisible();
  await look(page, "large");
  await large.getByRole("button", { name: "Actual size" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => large.getByRole("img").evaluate((img) => img.clientWidth)).toBe(1280);
  await hasNoFlaws(page, "actual size");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);

  // The model gets the picture itself, once; the page gets it apart from the messages.
  const sent = JSON.stringify(endpoint.requests.at(-1)?.body["input"]);
  expect(sent.match(/"input_image"/g)).toHaveLength(2);
  const chat = await askAsPage(page, `/api/chat/${new URL(page.url()).pathname.split("/").at(-1)}`);
  const id = /"files":\[\{"at":1,"id":"([^"]+)"/.exec(chat.text)?.[1];
  expect(chat.text.length).toBeLessThan(20_000);
  const served = await page.evaluate(async (address) => {
    const { status, headers } = await fetch(address);
    return { status, ...Object.fromEntries(headers) };
  }, `/api/files/${id}`);
  expect(served).toMatchObject({
    status: 200,
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "content-disposition": "attachment",
  });
  // An address alone carries no proof.
  expect((await page.request.get(`${app.url}/api/files/${id}`)).status()).toBe(401);

  await page.reload();
  await expect(picture).toBeVisible();

  // What had to make room says so in its place.
  await page.route("**/api/files/*", (route) => route.continue({ url: `${app.url}/api/files/gone` }));
  await page.reload();
  await expect(page.getByText("This file is not kept any more. Each chat keeps its latest 64 MB.")).toHaveCount(2);
  await hasNoFlaws(page, "made room");
});

test("S0.70: a sound is played, and what is none of the safe types is named and never drawn", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model(calling("sound", "odd"));
  const app = await launch({ env: modelEnv(endpoint, "responses"), mcp });
  await openChat(page, app);
  await say(page, "what is there?");
  await ends(page);
  const sound = page.getByLabel("Sound from sound");
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(2);
  await expect(page.getByText("WAV · 16 kB")).toBeVisible();

  await expect(page.getByRole("img", { name: /^Picture/ })).toHaveCount(1);
  const odd = await unfolded(page, "odd");
  for (const text of [
    '[content of type "hologram" in a form that MCP does not know]',
    /\[image\/svg\+xml \(\d+ bytes\): not shown, it is none of PNG, JPEG, GIF, WebP, WAV, MP3, Ogg, M4A\]/,
    /\[application\/pdf \(\d+ bytes\) file:\/\/\/plan\.pdf: not shown/,
    "Water the plants.",
    '[link "https://example.com/report", The report]',
  ])
    await expect(odd.getByText(text).first()).toBeVisible();
  expect(await page.title()).not.toBe("drawn");
  await look(page, "sound-and-odd");
});

test("S0.69: structured content stands beside the text, once, and says where it breaks its schema", async ({
  page,
  launch,
  model,
}) => {
  const endpoint = await model(calling("rows", "repeated", "wrong"));
  const app = await launch({ env: modelEnv(endpoint, "responses"), mcp });
  await openChat(page, app);
  await say(page, "the orders");
  await ends(page);
  const rows = await unfolded(page, "rows");
  await expect(rows.getByRole("group", { name: "Result", exact: true })).toHaveText("One order.");
  await expect(rows.getByRole("group", { name: "Structured result" })).toContainText('"order": "A-17"');
  const repeated = await unfolded(page, "repeated");
  await expect(repeated.getByRole("group", { name: "Structured result" })).toContainText('"order": "A-17"');
  await expect(repeated.getByRole("group", { name: "Result", exact: true })).toHaveCount(0);
  const wrong = await unfolded(page, "wrong");
  const mismatch =
    "The structured content is not as the tool's own schema says: /rows must be of type array, not string.";
  await expect(wrong.getByText(mismatch)).toBeVisible();
  await expect(wrong.getByRole("group", { name: "Structured result" })).toContainText('"rows": "A-17"');
  await look(page, "structured");

  expect(endpoint.requests.at(-1)?.toolResults.map(({ text }) => text)).toEqual([
    'One order.\nStructured content: {"rows":[{"order":"A-17","total":12.5}]}',
    '{"rows":[{"order":"A-17","total":12.5}]}',
    `One order.\nStructured content: {"rows":"A-17"}\n[${mismatch}]`,
  ]);
});

test(
  "S0.71: a model that refuses pictures is told of them in words, and the chat goes on",
  again,
  async ({ page, launch, model }) => {
    const endpoint = await model([
      [{ call: "results__screenshot" }],
      { status: 400, message: "Invalid content type. image_url is only supported by certain models." },
      ["I cannot see it."],
    ]);
    const app = await launch({ env: modelEnv(endpoint, "responses"), mcp });
    await openChat(page, app);
    await say(page, "what do you see?");
    await expect(page.getByText("I cannot see it.")).toBeVisible();
    await expect(page.getByRole("img", { name: "Picture from screenshot" })).toBeVisible();
    expect(endpoint.requests.at(-1)?.toolResults[0]?.text).toMatch(
      /\[picture, PNG, 1280 × 720, 1\.\d MB, shown to the person; the provider of your model refused it, so you do not see it\]$/,
    );
  },
);
