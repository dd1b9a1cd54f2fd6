import { expect, test } from "vitest";
import { backTo } from "./page-left.ts";

const origin = "https://sign.example.com";
const connect = `${origin}/connect?client_id=a%20b&state=s`;

test("S0.66: who comes back from the organisation's sign-in goes to the page that they left, and never elsewhere", () => {
  expect(backTo("/", { left: `${connect}#returned=x`, origin })).toBe(connect);
  expect(backTo("/", { left: null, origin })).toBe("/");
  expect(backTo("/settings/people", { left: connect, origin })).toBe("/settings/people");
  expect(backTo("/settings/people?refused=disabled", { left: connect, origin })).toContain("/settings/people?");
  expect(backTo("/?refused=disabled", { left: `${origin}/audit?day=1`, origin })).toBe(
    `${origin}/audit?day=1&refused=disabled`,
  );
  const elsewhere = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "data:,x",
    "",
  ];
  for (const left of elsewhere) expect(backTo("/", { left, origin }), left).toBe("/");
  // Such a path is one of ours, however it looks.
  expect(backTo("/", { left: `${origin}//evil.example/`, origin })).toBe(`${origin}//evil.example/`);
  expect(backTo("/", { left: "http://sign.example.com/", origin })).toBe("/");
});
