import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectV1, connectV2, newFolder } from "./test-peers.ts";
import type { Asked, Peer, Person, Reply, Wire } from "./test-peers.ts";

const clients = {
  "SDK 2, modern": (wire: Wire, person: Person | null) => connectV2("auto", wire, person),
  "SDK 2, legacy": (wire: Wire, person: Person | null) => connectV2("legacy", wire, person),
  "SDK 1.32": connectV1,
};

const complete = {
  guest_name: "Ada Lovelace",
  email: "ada@example.com",
  time: "20:00",
  seating: "terrace",
  courses: ["starter", "main"],
  diets: ["vegan"],
  high_chairs: 1,
  budget: 45.5,
  quiet: true,
  other_date: "2027-03-02",
  remind_at: "2027-02-28T10:00:00Z",
  invitation: "https://example.com/party",
};

describe.each(Object.entries(clients))("with a client of %s", (_client, connect) => {
  const folder = newFolder();
  const file = join(folder, "bookings.jsonl");
  const asked: Asked[] = [];
  const replies: Reply[] = [];
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect({ kind: "stdio", folder }, (question) => {
      asked.push(question);
      return replies.shift() ?? { action: "cancel" };
    });
  });
  beforeEach(() => {
    asked.length = 0;
    replies.length = 0;
  });
  afterEach(() => rmSync(file, { force: true }));
  afterAll(async () => {
    await peer.close();
    rmSync(folder, { recursive: true });
  });

  const book = (args: Record<string, unknown>) => peer.call("book_table", args);

  test("S4.1, S4.2, M2: what is missing is asked for in a form with every kind of field", async () => {
    replies.push({ action: "accept", content: complete });
    const result = await book({ party_size: 4, date: "2027-03-01" });
    expect(result).toMatchObject({
      text: "Booked a table for 4 on 2027-03-01 at 20:00 for Ada Lovelace.",
      isError: false,
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ ...complete, party_size: 4, date: "2027-03-01" });
    expect(asked).toHaveLength(1);
    const { properties, required } = asked[0]!.requestedSchema;
    expect(required).toEqual(["guest_name", "email", "time"]);
    expect(properties).not.toHaveProperty("party_size");
    expect(properties).not.toHaveProperty("date");
    expect(properties).toMatchObject({
      guest_name: { type: "string", minLength: 2, maxLength: 60 },
      email: { type: "string", format: "email" },
      other_date: { type: "string", format: "date" },
      remind_at: { type: "string", format: "date-time" },
      invitation: { type: "string", format: "uri" },
      time: {
        type: "string",
        enum: ["18:00", "19:00", "20:00", "21:00"],
        enumNames: expect.any(Array),
        default: "19:00",
      },
      seating: {
        type: "string",
        oneOf: expect.arrayContaining([{ const: "bar", title: "At the bar" }]),
        default: "window",
      },
      courses: {
        type: "array",
        items: { enum: ["starter", "main", "dessert"] },
        minItems: 1,
        maxItems: 3,
        default: ["main"],
      },
      diets: { type: "array", items: { anyOf: expect.any(Array) }, maxItems: 3 },
      high_chairs: { type: "integer", minimum: 0, maximum: 4, default: 0 },
      budget: { type: "number", minimum: 10, maximum: 500 },
      quiet: { type: "boolean", default: false },
      notes: { type: "string", maxLength: 200 },
    });
  });

  test("S4.4: the form asks for everything when nothing is known, and optional fields may stay empty", async () => {
    const content = { guest_name: "Bo", email: "bo@example.com", party_size: 2, date: "2027-03-01", time: "18:00" };
    replies.push({ action: "accept", content: { ...content, notes: "", invitation: "" } });
    expect(await book({})).toMatchObject({ isError: false });
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual(["booking_id", ...Object.keys(content), "at"]);
    expect(asked[0]!.requestedSchema.required).toEqual(["guest_name", "email", "party_size", "date", "time"]);
    expect(asked[0]!.requestedSchema.properties).toMatchObject({ party_size: { default: 2 } });
  });

  test("an answer that does not fit is asked for again and says what to correct", async () => {
    replies.push({ action: "accept", content: { ...complete, email: "nobody", date: "2027-02-30", courses: [] } });
    replies.push({ action: "accept", content: { ...complete, date: "2027-03-01" } });
    expect(await book({ party_size: 4 })).toMatchObject({ isError: false });
    expect(asked).toHaveLength(2);
    expect(asked[1]!.message).toMatch(
      /^Please correct: email: .*; date: .*; courses: .*\. Please complete the booking\.$/,
    );
  });

  test("the form cannot change what the call already said", async () => {
    replies.push({ action: "accept", content: { ...complete, party_size: 12 } });
    expect(await book({ party_size: 4, date: "2027-03-01" })).toMatchObject({ isError: false });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ party_size: 4 });
  });

  test.each([
    ["decline", "The person declined. No table was booked."],
    ["cancel", "The person dismissed the form. No table was booked."],
  ] as const)("S4.3: %s books nothing", async (action, sentence) => {
    replies.push({ action });
    expect(await book({ party_size: 4 })).toMatchObject({ text: sentence, isError: true, status: "rejected" });
    expect(existsSync(file)).toBe(false);
  });

  test("a detail from the model that does not fit is refused without asking", async () => {
    const result = await book({ date: "tomorrow" });
    expect(result).toMatchObject({ isError: true, status: "failed" });
    expect(result.text).toMatch(/^No table was booked\. Please correct: date: /);
    expect(asked).toEqual([]);
  });

  test("S4.13: without a person who can be asked no table is booked", async () => {
    const faceless = await connect({ kind: "stdio", folder }, null);
    expect(await faceless.call("book_table", { party_size: 4 })).toMatchObject({ isError: true, status: "rejected" });
    expect(existsSync(file)).toBe(false);
    await faceless.close();
  });
});
