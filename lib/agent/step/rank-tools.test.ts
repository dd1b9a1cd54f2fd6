import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { rankTools } from "./rank-tools.ts";

const named = (name: string, title = name, description = "") => [name, fakeTool(name, { title, description })] as const;
const github = { id: "github", title: "GitHub", origin: "npx", trusted: true };
const tools = new Map([
  named("createIssue", "Create an issue"),
  named("list_issues", "List issues"),
  named("send-mail", "Send mail", "Writes to somebody. It does not create an event."),
  named("create_event", "Calendar", "Puts an event into the calendar."),
  ["merge", fakeTool("merge", { title: "Merge", server: github })] as const,
  named("long", "Long", `${"word ".repeat(100)} zebra`),
]);
const find = (query: string, isUsable: (name: string) => boolean = () => true) =>
  rankTools(tools, { query, most: 3, isUsable });

test.each([
  ["create issue", "createIssue"],
  ["issues", "list_issues"],
  ["CALENDAR event", "create_event"],
  ["calender", "create_event"],
  ["mails", "send-mail"],
  ["github", "merge"],
])("S0.72: %j finds %s first", async (query, name) => {
  expect((await find(query))[0]).toBe(name);
});

test("S0.72: so many as are wanted are found, of those that may be", async () => {
  expect(await rankTools(tools, { query: "create event", most: 2, isUsable: () => true })).toHaveLength(2);
  expect(await find("create event", (name) => name !== "create_event")).not.toContain("create_event");
});

test("E23: of long descriptions and long queries only the beginning counts", async () => {
  expect(await find("zebra")).toEqual([]);
  const unknown = Array.from({ length: 12 }, (_, at) => `qq${at}qq`).join(" ");
  expect(await find(unknown.replace("qq0qq", "calendar"))).toEqual(["create_event"]);
  expect(await find(`${unknown} calendar`)).toEqual([]);
});
