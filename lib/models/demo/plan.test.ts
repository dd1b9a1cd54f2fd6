import { describe, expect, test } from "vitest";
import { chat } from "#e2e/support/demo-chat.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { planOf } from "./plan.ts";

const declined = messageToModel({
  kind: "not-accepted",
  status: "declined",
  decision: { action: "decline", endedBy: "person", at: 0 },
});

describe("requests and the calls they become", () => {
  test.each<[string, string, object]>([
    ["delete newfile.md", "workspace__run_command", { command: "rm newfile.md" }],
    ["Please remove the file notes/old.txt!", "workspace__run_command", { command: "rm notes/old.txt" }],
    ['delete "my file.md"', "workspace__run_command", { command: 'rm "my file.md"' }],
    ["create -rf.md", "workspace__run_command", { command: "touch ./-rf.md" }],
    ["Could you create a new file called todo", "workspace__run_command", { command: "touch todo" }],
    ["make a folder called drafts", "workspace__run_command", { command: "mkdir drafts" }],
    ["run `sudo rm newfile.md`", "workspace__run_command", { command: "sudo rm newfile.md" }],
    ["list the files", "workspace__list_files", {}],
    ["What files are there?", "workspace__list_files", {}],
    ["show me the files in drafts", "workspace__list_files", { path: "drafts" }],
    ["read newfile.md", "workspace__read_file", { path: "newfile.md" }],
    ["write hello world to a.md", "workspace__write_file", { path: "a.md", content: "hello world" }],
    ['write "go, and then stay" to a.md', "workspace__write_file", { path: "a.md", content: "go, and then stay" }],
    ["create a.md with the text hello", "workspace__write_file", { path: "a.md", content: "hello" }],
    ["refund order 1234", "workspace__process_refund", { order_id: "1234", amount: 249 }],
    ["Refund €19.90 for order #1234.", "workspace__process_refund", { order_id: "1234", amount: 19.9 }],
    ["refund 5000 euros of order 1235", "workspace__process_refund", { order_id: "1235", amount: 5000 }],
    [
      "refund order 1236 because the shoes hurt",
      "workspace__process_refund",
      { order_id: "1236", amount: 119.9, reason: "the shoes hurt" },
    ],
    ["book a table for four tomorrow", "workspace__book_table", { party_size: 4, date: "2026-11-19" }],
    [
      "book a table for 2 on Friday at 7 under the name Ada Byron",
      "workspace__book_table",
      { party_size: 2, date: "2026-11-20", time: "19:00", guest_name: "Ada Byron" },
    ],
    ["book a table", "workspace__book_table", {}],
    ["book a table for 2026-12-24 for six", "workspace__book_table", { party_size: 6, date: "2026-12-24" }],
    ["remember that milk is out and then bread", "app__add_note", { text: "milk is out and then bread" }],
    ["list my notes", "app__list_notes", {}],
    ["delete note a1b2c3d4", "app__delete_note", { id: "a1b2c3d4" }],
    ['workspace__read_file {"path": "a } b"}', "workspace__read_file", { path: "a } b" }],
    ['call read_file {"path": "a.md"}', "workspace__read_file", { path: "a.md" }],
    ['read_file {\n  "path": "a.md"\n}', "workspace__read_file", { path: "a.md" }],
  ])("%s", async (request, toolName, input) => {
    const { ran, steps } = await chat(request);
    expect(ran).toEqual([{ toolName, input }]);
    expect(steps).toBe(2);
  });

  test("direct calls on separate lines go out together; and then waits", async () => {
    const together = await chat('read_file {"path": "a"}\nread_file {"path": "b"}\n\nlist_files {}');
    expect(together.ran.map(({ input }) => input)).toEqual([{ path: "a" }, { path: "b" }, {}]);
    expect(together.steps).toBe(2);
    const sequence = await chat('read_file {"path": "a"} and then list_files {}');
    expect(sequence.ran).toHaveLength(2);
    expect(sequence.steps).toBe(3);
  });

  test("words on separate lines go out together too", async () => {
    const { ran, steps } = await chat("- refund order 1234\n- delete newfile.md\n- list the files");
    expect(ran.map(({ toolName }) => toolName.split("__")[1])).toEqual(["process_refund", "run_command", "list_files"]);
    expect(steps).toBe(2);
  });

  test("C64: a refund without an amount carries what was paid for the order, so that its card shows it", async () => {
    const { ran } = await chat("refund order 1235");
    expect(ran).toEqual([{ toolName: "workspace__process_refund", input: { order_id: "1235", amount: 59.5 } }]);
  });

  test("try again repeats the last request", async () => {
    const { messages } = await chat("refund order 1234", () => declined);
    const { ran } = await chat([...messages, { role: "user", content: "Try again." }]);
    expect(ran).toEqual([{ toolName: "workspace__process_refund", input: { order_id: "1234", amount: 249 } }]);
  });
});

describe("requests that become no call", () => {
  test.each([
    ["What is the capital of France?", /did not understand/],
    ["delete it", /did not understand/],
    ["create a plan for my life", /did not understand/],
    ["create a.md and then fly to the moon", /> fly to the moon/],
    ["list the files\nfly to the moon", /> fly to the moon/],
    ['read_file {"path": ', /called nothing/],
    ["read_file {path: a}", /called nothing/],
    ["refund 1,000 for order 1234", /called nothing/],
    ["refund 5 and 6 for order 1234", /called nothing/],
    ["refund order 9999", /did not understand/],
    ["help", /demo model[^]*create newfile.md and then delete it/],
    ["fly_away {}", /no tool `fly_away`/],
    ["constructor {}", /no tool `constructor`/],
    ["", /did not understand/],
  ])("%j", async (request, words) => {
    const { ran, text } = await chat(request);
    expect(ran).toEqual([]);
    expect(text).toMatch(words);
  });

  test("anything else gets an honest answer that says how to get a real model", async () => {
    const { text } = await chat("Write a poem about tea");
    expect(text).toContain("only the demo model");
    expect(text).toContain("Settings → Models");
  });

  test("a name that several servers have is not guessed", async () => {
    const { ran, text } = await chat("read_file {}", undefined, ["a__read_file", "b__read_file"]);
    expect(ran).toEqual([]);
    expect(text).toContain("`a__read_file`, `b__read_file`");
  });

  test("without tools it says that there are none", async () => {
    const { text } = await chat("list the files", undefined, []);
    expect(text).toContain("there is no tool `list_files` right now");
    expect(text).toContain("I called nothing.");
  });
});

test.each([" ", String.raw`\"`, ".", ",", "please ", " and ", " and then ", "{", "\n", "a{}"])(
  "G8: a request with %j again and again costs little",
  { timeout: 10_000 },
  (said) => {
    expect(planOf(`?${said.repeat(200_000 / said.length)}x`, [], new Date(0))).toHaveProperty("unclear");
  },
);
