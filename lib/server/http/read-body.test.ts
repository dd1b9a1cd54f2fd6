import { expect, test } from "vitest";
import { z } from "zod";
import { maxOpenBodyBytes, readBody } from "./read-body.ts";

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
