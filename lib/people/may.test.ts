import { expect, test } from "vitest";
import { actions, may } from "./may.ts";
import { roles } from "./role.ts";

test("what each role may do is exactly this", () => {
  const table = Object.fromEntries(roles.map((role) => [role, actions.filter((action) => may(role, action))]));
  const managing = ["manage-tools", "manage-people", "manage-keys", "manage-webhooks"] as const;
  expect(table).toEqual({
    member: ["chat"],
    reviewer: ["chat", "answer-for-others"],
    admin: actions.filter((action) => ["chat", "see-all-audit", "export-audit", ...managing].includes(action)),
    owner: actions,
  });
});
