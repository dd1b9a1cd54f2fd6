import { afterEach, expect, test, vi } from "vitest";
import { german } from "../../app/catalogues.ts";
import { sendChange } from "./send-change.ts";

// No tab is here that could be German.
vi.mock("#components/browser/speech.tsx", async (original) => {
  const { reword } = await import("#lib/words/reword.ts");
  return { ...(await original<object>()), rewordInTab: (text: string) => reword(german, text) };
});
afterEach(() => vi.unstubAllGlobals());

const sent = (answer: Response) => {
  vi.stubGlobal("fetch", async () => answer);
  return sendChange({ method: "PATCH", path: "/api/servers" });
};

test("W8: what refuses a change of tools or servers is said in the reader's language", async () => {
  const detail = "There is no server of this name.";
  const problem = "Einen Server dieses Namens gibt es nicht.";
  expect(await sent(Response.json({ detail }, { status: 404 }))).toEqual({ problem });
  const fields = { id: "is too long" };
  expect(await sent(Response.json({ detail, fields }, { status: 400 }))).toEqual({
    problem: `${problem} id is too long.`,
  });
});

test("P34: the question before less oversight goes back word for word", async () => {
  const confirm = "What this server says of its own tools is believed.";
  expect(await sent(Response.json({ detail: "Confirm it.", fields: { confirm } }, { status: 409 }))).toEqual({
    confirm,
  });
  expect(await sent(Response.json({ done: true }))).toEqual({ done: true });
  expect(await sent(new Response("<h1>Bad gateway</h1>", { status: 502 }))).toEqual({ problem: expect.any(String) });
});
