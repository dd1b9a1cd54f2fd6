import { expect, test } from "vitest";
import { whoOfForm } from "./who-text.ts";

test.each([
  ["", "", null],
  ["self", "2 owner", "self"],
  ["quorum", "2 reviewer, owner", { quorum: 2, roles: ["reviewer", "owner"] }],
  ["quorum", "2 of reviewer ana-id", { quorum: 2, roles: ["reviewer"], people: ["ana-id"] }],
  ["quorum", "", { quorum: 0 }],
])("who may answer is read from the form: %s %s", (kind, quorum, written) => {
  expect(whoOfForm(kind, quorum)).toEqual(written);
});
