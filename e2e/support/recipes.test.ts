import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** What CONTRIBUTING.md says of a new policy kind, subject and route: the new files, and the lines in those that exist. */
const added: Record<string, string> = {
  "lib/policies/siesta.ts": `
import { says } from "#lib/verdict/opinion.ts";
import { deny } from "#lib/verdict/verdict.ts";
import { none, noOther, type PolicyKind } from "./policy-kind.ts";

export const siesta: PolicyKind<{ readonly kind: "siesta" }> = {
  make: () => ({ kind: "siesta" }),
  consider: () => says(deny({ ruleId: "policy:siesta", reason: "Nobody is awake." })),
  rules: none,
  refusesAll: () => true,
  members: none,
  otherwise: noOther,
};`,
  "lib/approvals/subjects/notice-subject.ts": `
import { afterQuestion, questionSegment, type SubjectDescriptor, withoutAnswer } from "./subject-descriptor.ts";

export type NoticeSubject = { kind: "notice"; message: string };

export const noticeSubject: SubjectDescriptor<NoticeSubject> = {
  plural: "notices",
  answers: (_subject, { content }) => (content ? { message: "A notice is only read." } : { content: null }),
  contentShown: () => null,
  stamp: () => "approved",
  accepted: (_subject, callState, _isEdited, say) => [say("read"), ...afterQuestion(callState, say)],
  unanswered: (_subject, callState, say) => withoutAnswer(say("notRead"), callState, say),
  segment: questionSegment,
};`,
  "components/cards/elicitation/notice-card.tsx": `
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

export function NoticeCard({ subject }: PendingCardProps<"notice">) {
  return (
    <p>
      Notice: <VisibleText text={subject.message} />
    </p>
  );
}`,
  "app/api/weather/[place]/route.ts": `
import { guard } from "#lib/server/api/guard.ts";

const replies = { 200: { says: "The weather there", type: "text/plain" } };

export const GET = guard(
  { scope: "approvals:read", summary: "Read the weather", replies },
  ({ params }) => new Response(\`Sunny in \${params["place"]}\`),
);`,
};
const lines: Record<string, [before: string, after: string][]> = {
  "lib/policies/tool-approval-policy.ts": [
    [`import { rules }`, `import { siesta } from "./siesta.ts";\nimport { rules }`],
    [`const simple = { `, `const simple = { siesta, `],
  ],
  "lib/approvals/subjects/subjects.ts": [
    [`import { linkSubject }`, `import { noticeSubject } from "./notice-subject.ts";\nimport { linkSubject }`],
    [`link: linkSubject`, `link: linkSubject, notice: noticeSubject`],
  ],
  "lib/approvals/words.en.ts": [
    [`  links: `, `  notices: "Notices",\n  read: "read",\n  notRead: "not read",\n  links: `],
  ],
  "lib/approvals/words.de.ts": [
    [`  links: `, `  notices: "Hinweise",\n  read: "gelesen",\n  notRead: "nicht gelesen",\n  links: `],
  ],
  "components/cards/approval-card.tsx": [
    [
      `import { OthersCard }`,
      `import { NoticeCard } from "#components/cards/elicitation/notice-card.tsx";\nimport { OthersCard }`,
    ],
    [`  link: LinkCard,`, `  link: LinkCard,\n  notice: NoticeCard,`],
  ],
  "e2e/support/authorisation/table.ts": [
    [`  "/api/ready"`, `  "/api/weather/[place]": { GET: { who: all, key: "approvals:read" } },\n  "/api/ready"`],
  ],
};

/** What must then work, without one more edit. */
const proof = `
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

let folder: string;

/** The repository as a newcomer has it, with the edits. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recipes-"));
  const kept = ["app", "bin", "components", "e2e", "examples", "lib", "import-table.ts", "mcp.json", "agents.yaml"];
  const config = ["oxlint.config.ts", "package.json", "tsconfig.json", "vitest.config.ts", "policy.yaml"];
  await Promise.all(
    [...kept, ...config].map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true })),
  );
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  for (const [file, text] of Object.entries({ ...added, "e2e/support/proof.test.ts": proof })) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text.replace(/^\n/, "") + "\n");
  }
  for (const [file, changes] of Object.entries(lines)) {
    let text = await readFile(path.join(folder, file), "utf8");
    for (const [before, after] of changes) {
      if (!text.includes(before)) throw new Error(`${file} does not say: ${before}`);
      text = text.replace(before, () => after);
    }
    await writeFile(path.join(folder, file), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a tool of the repository says of the copy; empty where it has nothing to complain of. */
async function complaintsOf(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join("node_modules", script), ...args], {
    cwd: folder,
    env: { ...process.env, VITEST: undefined, NODE_OPTIONS: undefined, TEST_STORES: "one", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  return code === 0 ? "" : said || `It ended with ${code}.`;
}

test("a policy kind, a subject and a route are added by the edits of the recipes alone: the types fit", async () => {
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, types: ["node", "next"], plugins: [] },
    include: [
      "lib/**/*.ts",
      "app/**/*.ts",
      "app/**/*.tsx",
      "components/**/*.ts",
      "components/**/*.tsx",
      "bin/*.ts",
      "e2e/support/proof.test.ts",
    ],
    exclude: ["lib/**/*.test.ts", "components/**/*.test.ts", "bin/*.test.ts"],
  };
  await writeFile(path.join(folder, "tsconfig.recipes.json"), JSON.stringify(config));
  expect(await complaintsOf("typescript/bin/tsc", "--noEmit", "-p", "tsconfig.recipes.json")).toBe("");
});

test("what the recipes add passes the lint", async () => {
  const files = [...Object.keys(added), ...Object.keys(lines)];
  expect(await complaintsOf("oxlint/bin/oxlint", "--deny-warnings", ...files)).toBe("");
});

test("what the recipes add works, and the tests that hold the lists complete pass", async () => {
  const files = [
    "e2e/support/proof",
    "lib/server/http/api-routes",
    "lib/server/api/authorisation",
    "e2e/support/api-description",
  ];
  const names = "recipe:|every route|every handler|weather";
  // One process imports the app once.
  const options = ["--project", "sqlite", "--maxWorkers", "1", "-t", names];
  expect(await complaintsOf("vitest/vitest.mjs", "run", ...options, ...files)).toBe("");
});

const pages = globSync(["{CONTRIBUTING,README,REVIEW,SECURITY}.md", "docs/**/*.md"], { cwd: root });

test.each(pages)("every path that %s names is there", (page) => {
  const text = readFileSync(path.join(root, page), "utf8");
  const isPath = /^(?:app|bench|bin|components|docs|e2e|examples|lib)\/[^*{<]*$/;
  const isFileHere = /^[^/*{<]+\.(?:ts|tsx|mjs|md|json|yaml)$/;
  const named = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, code]) => code ?? []);
  // Other pages name files of servers and people too.
  const paths = named.filter((name) => isPath.test(name) || (page === "CONTRIBUTING.md" && isFileHere.test(name)));
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = ""]) => path.join(path.dirname(page), to));
  if (page === "CONTRIBUTING.md") expect(paths.length).toBeGreaterThan(20);
  expect([...paths, ...links].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
