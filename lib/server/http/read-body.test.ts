import { expect, test } from "vitest";
import { z } from "zod";
import { manyKeys } from "#e2e/support/hostile-input.ts";
import { maxBodyBytes, maxBodyValues, maxOpenBodyBytes, readBody } from "./read-body.ts";

test("G16: a client that goes in the middle of its body is no fault of ours, so it fills no log", async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode("{"));
      // As Node says it.
      controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  const asked = new Request("http://127.0.0.1/api/x", init as RequestInit);
  const read = await readBody(asked, z.strictObject({}), maxOpenBodyBytes);
  expect("refused" in read && read.refused.status).toBe(400);
});

test.each([
  ["keys", manyKeys(maxBodyBytes)],
  ["numbers", `[${"1,".repeat(maxBodyValues)}1]`],
  ["objects", `[${"{},".repeat(maxBodyValues)}{}]`],
])("G8: a body of very many %s is refused before it is read to its end", async (_, body) => {
  const headers = { "content-type": "application/json" };
  const read = await readBody(
    new Request("http://127.0.0.1/", { method: "POST", headers, body }),
    z.any(),
    maxBodyBytes,
  );
  expect("refused" in read && [read.refused.status, await read.refused.json()]).toEqual([
    400,
    expect.objectContaining({ detail: expect.stringContaining(`more than ${maxBodyValues} values`) }),
  ]);
});
