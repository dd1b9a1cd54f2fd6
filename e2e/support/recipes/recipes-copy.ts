import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

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

export type RecipesCopy = {
  folder: string;
  /** The files that the recipes add or change. */
  files: string[];
  /** What a tool of the repository says of the copy; empty where it has nothing to complain of. */
  complaintsOf: (script: string, ...args: string[]) => Promise<string>;
  remove: () => Promise<void>;
};

/** The repository as a newcomer has it, with the edits of the recipes and these files besides. */
export async function recipesCopy(more: Record<string, string>): Promise<RecipesCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), "recipes-"));
  const kept = ["app", "bin", "components", "e2e", "examples", "lib", "import-table.ts", "mcp.json", "agents.yaml"];
  const config = ["oxlint.config.ts", "package.json", "tsconfig.json", "vitest.config.ts", "policy.yaml"];
  const filter = (file: string) => path.basename(file) !== "node_modules";
  await Promise.all(
    [...kept, ...config].map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true, filter })),
  );
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  for (const [file, text] of Object.entries({ ...added, ...more })) {
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
  const complaintsOf = async (script: string, ...args: string[]) => {
    const child = spawn(process.execPath, [path.join("node_modules", script), ...args], {
      cwd: folder,
      env: { ...process.env, VITEST: undefined, NODE_OPTIONS: undefined, TEST_STORES: "one", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (said += data.toString()));
    const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    return code === 0 ? "" : said || `It ended with ${code}.`;
  };
  return {
    folder,
    files: [...Object.keys(added), ...Object.keys(lines)],
    complaintsOf,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
