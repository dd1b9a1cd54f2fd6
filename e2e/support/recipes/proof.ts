/** What must then work, without one more edit. */
export const proof = `
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApprovalCard } from "#components/cards/approval-card.tsx";
import { outcomeWords } from "#lib/approvals/outcome-words.ts";
import { callStanding } from "#components/chat/message/segments.ts";
import type { ToolPart } from "#lib/chat/chat-message.ts";
import { inboxQuery } from "#app-api/inbox-query.ts";
import { fakeTool } from "./fake-tool.ts";
import { link } from "./card-gallery/views.ts";
import { routesWorld } from "./routes-world.ts";
import { checkAnswer } from "#lib/gate/answer/check-answer.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import { looseningsBetween } from "#lib/policies/changes/loosening.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { findRoutes } from "#lib/server/http/api-routes.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";

test("recipe: a new kind of policy", async () => {
  const pay = fakeTool("pay", { flag: "never" });
  const world = await routesWorld({ tools: [pay], policy: toolApprovalPolicy.all([toolApprovalPolicy.siesta()]) });
  expect(world.services.policies.stopsAll()).toBe(true);
  const id = "chat-of-the-siesta";
  world.model.tell("go", [{ calls: [{ name: "srv__pay", args: {} }] }, { text: "Good night." }]);
  const body = { chatId: id, message: { id: "m1", text: "go" } };
  const answer = await world.call("POST", "/api/chat", { body, headers: world.asPerson() });
  expect(await answer.text()).toContain("Nobody is awake.");
  expect(pay.ran).toEqual([]);
  const chat = await world.call("GET", \`/api/chat/\${id}\`, { headers: world.asPerson() });
  expect(await chat.json()).toMatchObject({ stopped: true });
  expect(looseningsBetween(toolApprovalPolicy.siesta(), toolApprovalPolicy.annotated())).toHaveLength(1);
});

test("recipe: a new subject of an approval", async () => {
  const message = "The building closes at six.";
  const shown = link("https://example.com");
  const { server, tool } = shown;
  const row = {
    id: "a",
    kind: "notice",
    status: "accepted",
    subject_json: JSON.stringify({ v: 1, server, tool, subject: { kind: "notice", message } }),
    decision_json: JSON.stringify({ action: "accept", endedBy: "person", by: "You" }),
  } as ApprovalRow;
  const answer = (content?: object) =>
    checkAnswer({} as Gate, row, { action: "accept", ...(content ? { content } : {}) } as Parameters<typeof checkAnswer>[2]);
  expect(await answer()).toEqual({ edit: null, content: null });
  expect(await answer({ a: 1 })).toEqual({ message: "A notice is only read.", fields: [] });
  const settled = viewOf(row, "done", undefined);
  expect(outcomeWords(settled)).toMatchObject({ stamp: "Approved", world: ["read", "call finished"] });
  const part = { type: "dynamic-tool", state: "output-error", errorText: "No answer." } as ToolPart;
  const call = { toolCallId: "c", part, progress: null, grant: null, unasked: null };
  const declined = { ...settled, status: "declined" as const, callState: "failed" as const };
  expect(callStanding({ ...call, approvals: [declined] }, false)).toBe("not completed");
  expect(inboxQuery(new URLSearchParams("kind=notice"))?.filter).toEqual({ kind: "notice" });
  const done = async () => ({ ok: true as const });
  const card = (view: typeof shown) =>
    renderToStaticMarkup(createElement(ApprovalCard, { view, onDecide: done, onExtend: done }));
  expect(card({ ...shown, subject: settled.subject })).toContain(\`Notice: \${message}\`);
  expect(card({ ...settled, extensionsLeft: 0, digest: shown.digest, requestedAt: 0 })).toContain("read");
});

test("recipe: a new route", async () => {
  const world = await routesWorld();
  const read = await world.call("GET", "/api/weather/Oslo", { headers: await world.asProgram("approvals:read") });
  expect(await read.text()).toBe("Sunny in Oslo");
  expect(findRoutes()("/api/weather/Oslo")?.methods).toEqual(["GET", "HEAD", "OPTIONS"]);
  const description = (await (await world.call("GET", "/api/openapi.json")).json()) as { paths: object };
  expect(description.paths).toHaveProperty(["/api/weather/{place}", "get", "summary"], "Read the weather");
});
`.replace("#app-api/", "../../app/api/inbox/");
