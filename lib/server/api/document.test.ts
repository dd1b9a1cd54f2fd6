import { expect, test } from "vitest";
import { documentOf } from "./document.ts";

test("the description of the API is written once, and tried again after a failure", async () => {
  let tries = 0;
  const document = documentOf(async () => {
    tries += 1;
    if (tries === 1) throw new Error("Too many open files.");
    return [];
  });
  await expect(document()).rejects.toThrow("Too many open files.");
  const { json, etag } = await document();
  expect(JSON.parse(json)).toMatchObject({ openapi: "3.1.0", paths: {} });
  expect((await document()).etag).toBe(etag);
  expect(tries).toBe(2);
});
