import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { type PreviewSetting, previewWords } from "#lib/approvals/preview/preview-setting.ts";
import type { ClientProfile } from "#lib/gateway/client-profile.ts";
import { knownClients } from "#lib/gateway/known-clients.ts";
import type { Who } from "#lib/people/who.ts";
import { plainSentence } from "#lib/policies/drafts/plain-sentence.ts";
import { formOfText } from "#lib/policies/drafts/rule-form.ts";
import { answerers } from "#lib/policies/changes/oversight.ts";
import type { AuditEvent } from "#lib/audit/events.ts";
import { wordsOf } from "#lib/audit/words.ts";
import { exposureWords } from "#lib/verdict/exposure.ts";
import { reword } from "#lib/words/reword.ts";
import { german } from "../../app/catalogues.ts";
import { madeSentences } from "./made-sentences.ts";
import { ruleHiding } from "#components/tools/tool-hiding.tsx";
import { wordsInEnglish } from "#components/browser/words.en.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Every text in a file, with what is put in as `{}`. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Record<string, unknown>;
    if (node["type"] === "Literal" && typeof node["value"] === "string") texts.push(node["value"]);
    if (node["type"] === "TemplateLiteral")
      texts.push((node["quasis"] as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join("{}"));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(file, readFileSync(path.join(root, file), "utf8")).program);
  return texts;
}

const file = { kind: "file", path: "path", read: "look", content: "content" } as const;
const previews: (PreviewSetting | null)[] = [
  null,
  { kind: "none" },
  { ...file, bind: true },
  { ...file, bind: false },
  { kind: "dry-run", tool: "look", bind: true },
  { kind: "dry-run", tool: "look", bind: false },
  { kind: "mail", headers: ["to"], body: "body", html: true },
  { kind: "mail", headers: ["to"], body: "body", html: false },
  { kind: "page", body: "html" },
];
const signers = { kind: "quorum", people: ["ana"], roles: ["admin"] } as const;
const whos: Who[] = [{ kind: "self" }, { kind: "other" }, { ...signers, needed: 1 }, { ...signers, needed: 2 }];
const parts = [
  ...previews.map((setting) => previewWords(setting)),
  ...whos.map(answerers),
  ...Object.values(exposureWords),
  ", as the client desk, at https://a.example",
  // As YAML has it.
  /^reason: "(.*)"$/m.exec(ruleHiding("files", "wipe") ?? "")?.[1] ?? "",
];

/** What is known of clients. */
const notes = knownClients.flatMap((profile) => (profile as ClientProfile).note.split(/(?<=\.) (?=\p{Lu})/u));

/** Neighbouring sentences of a text, up to four. */
function windowsOf(text: string): string[] {
  const pieces = text.split(/(?<=[.!?]) (?=\p{Lu})/u);
  return pieces.flatMap((_, from) => [1, 2, 3, 4].map((length) => pieces.slice(from, from + length).join(" ")));
}

test.each([
  ...parts.slice(0, previews.length).map((part) => `The preview on cards of wipe is ${part}.`),
  ...whos.map((who) => `Calls of wipe may be answered by ${answerers(who)}.`),
])("W8: who may answer, and what a preview is, is in German: %s", (text) => {
  const said = reword(german, text);
  expect(said).not.toMatch(/\b(?:the|not|of|by|person whose|none|checked)\b/);
  expect(said.match(/wipe|“ana”, admin|look|html/g)).toEqual(text.match(/wipe|“ana”, admin|look|html/g));
});

test("W8: each sentence that is worded anew is one that the server, or lib, says", () => {
  const files = globSync(["lib/**/*.ts", "app/**/*.ts"], { cwd: root });
  const texts = files.filter((file) => !/\.test\./.test(file)).flatMap(textsIn);
  // Whole, and each sentence of it.
  const said = new Set(
    texts
      .map((text) => text.replaceAll(/\{\w+\}/g, "{}"))
      .flatMap((text) => [text, ...text.trim().split(/(?<=[.!?}]) (?=[\p{Lu}{])|(?<=\.)(?=\{)/u)]),
  );
  const isText = (key: string) => said.has(key.replaceAll(/\{\w+\}/g, "{}"));
  // What is made of choices, or stands in a file of data, is compared with what comes of it.
  const made = [...parts, ...notes, ...madeSentences.flatMap(windowsOf)];
  const isMade = (key: string) =>
    made.some((part) => RegExp(`^${RegExp.escape(key).replaceAll(/\\\{\w+\\\}/g, ".+")}$`).test(part));
  const isSaid = (key: string) => isText(key.replace(/^…/, "")) || isMade(key.replace(/^…/, ""));
  const unsaid = Object.keys(wordsInEnglish.english).filter((key) => !isSaid(key));
  expect(unsaid).toEqual([]);
});

test.each([
  "This tool's risk was raised from 2 to 4 after this card opened.",
  "This call was approved, and it has not run. What its preview had read has changed since. Look at the new preview.",
  "The grant that was given with that approval has ended too.",
  "Nothing has run: this card has changed. Who must approve it was changed after this card opened. Look at it again.",
  "Calls of wipe run without asking anybody, unless a policy asks or refuses. The risk of wipe goes down from 4 to 2.",
  "You have made or changed more within an hour than one person may. It goes on in 12 minutes.",
  "There are 100 servers of the app, the most there may be. Remove some first.",
  "An entry may have 16,000 characters. Longer ones stand in mcp.json.",
  "There are 200 rules of the app, the most there may be.",
  "Waits for a reviewer: Ana, Ben. Not counted as a second person here: Cleo.",
  "0 of 2 signed. Waits for 2 of these: Ana, Ben, Cleo.",
  "1 of 2 signed: Ana. Waits for Ben. You do not count as a second person here.",
  "It needs 2 signatures, and only 1 person here may sign. It will expire without running.",
  "Counted as one person here: Ana, Ben.",
  "Your client Desk",
  "You",
  "Your chat",
  "This client is not offered this tool.",
  "Must have at least 3 characters.",
  "has 2 characters, and at least 3 are needed",
  "must be of type string, not number",
  "is missing",
  'unknown key "tols"; a rule has tool, then; perhaps `tool` is meant',
  "https://a.example refuses access (HTTP 401); check the headers in mcp.json.",
  'The tool "wipe" is not offered. It describes its arguments in a form that MCP does not know.',
  ...Object.values(exposureWords).map((where) => `wipe is offered ${where}.`),
  ...Object.values(exposureWords).map((where) => `Its tools are offered ${where}.`),
  "The risk of wipe is 2 of 5.",
  "What is typed to approve a high risk of wipe is the tool's name.",
  'The rule "wipe" lets calls run that it did not before.',
  'The key "tols" appears twice',
  "Condition 2 is not complete.",
  "The form has no words for this condition: size(args) > 2",
  "Firefox on Linux",
  ...notes,
])("W8: a card, a refusal, and the question before less oversight, is in German: %s", (text) => {
  const said = reword(german, text);
  expect(said).not.toBe(text);
  expect(said).not.toMatch(/\b(?:the|this|has|not|of)\b/i);
  expect(said.match(/\d|wipe/g)).toEqual(text.match(/\d|wipe/g));
});

test("W8: why a program ended is in German, and what it said stays as it is", () => {
  const text = "The program ended before it answered. It said: Error: no such file. Try --help.";
  expect(reword(german, text)).toBe(
    "Das Programm endete, bevor es antwortete. Er sagte: Error: no such file. Try --help.",
  );
});

test.each([
  ["then: ask", "Alle Aufrufe fragen."],
  [
    "tool: pay\nserver: shop\nthen: deny\nhide: true",
    "Aufrufe von pay auf shop werden verweigert, und das Modell sieht nicht, was sie aufrufen würden.",
  ],
  [
    'tool: [pay, "send_*"]\nthen: allow\nrisk: [1, 2]\nwhen: args.amount <= 100 && !args.to.endsWith(".example")',
    "Aufrufe von pay oder send_* laufen ohne Frage, wenn gilt: das Risiko ist 1 oder 2 und amount ist höchstens 100 und to endet nicht mit “.example”.",
  ],
])("W8: the sentence made of a rule's parts is in German: %s", (text, said) => {
  const read = formOfText(`id: a\n${text}\n`);
  expect("rule" in read ? plainSentence(read.rule, german) : read).toBe(said);
});

const call = { digest: "d", tool: "wipe" };
const reason = "A trusted server says that this tool only reads.";

test.each<[AuditEvent, string]>([
  [
    { kind: "verdict-given", verdict: "allow", ruleId: "annotated:read-only", reason, ...call, caller: "gateway:Desk" },
    "Erlaubt, für den Client „Desk“: Ein Server, dem vertraut wird, sagt, dass dieses Werkzeug nur liest.",
  ],
  [{ kind: "verdict-given", verdict: "ask", ruleId: "rule:mine", reason, ...call }, `Fragt einen Menschen: ${reason}`],
  [
    {
      kind: "approval-decided",
      action: "accept",
      via: "chat",
      digest: "d",
      edited: true,
      noted: false,
      proved: { by: "passkey", agoMs: 120_000 },
      by: "ana",
      name: "Ana",
    },
    "Genehmigt von Ana in der App, nachgewiesen mit einem Passkey 2 Minuten vorher, mit anderen Argumenten",
  ],
  [
    { kind: "approval-ended", status: "expired", endedBy: "timeout" },
    "Abgelaufen: niemand hat rechtzeitig geantwortet",
  ],
  [
    {
      kind: "tool-setting-changed",
      server: "files",
      tool: "wipe",
      setting: "who",
      from: "a reviewer who is not the person whose chat it is",
      to: "the person whose chat it is",
      lowers: true,
    },
    "Wer antworten darf für wipe auf files geändert: ein Prüfer, der nicht die Person ist, deren Chat es ist → die Person, deren Chat es ist, das schützt es weniger",
  ],
  [
    {
      kind: "tool-setting-changed",
      server: "files",
      tool: "wipe",
      setting: "exposure",
      from: exposureWords.both,
      to: exposureWords.gateway,
      lowers: false,
    },
    "Angebot für wipe auf files geändert: im Chat und für Clients → nur für Clients",
  ],
  [
    {
      kind: "verdict-given",
      verdict: "deny",
      ruleId: "rule:r",
      reason: "Calls of wipe on files are refused.",
      ...call,
    },
    "Verweigert: Aufrufe von wipe auf files werden verweigert.",
  ],
  [{ kind: "grant-used", grant: "g", uses: 3, ...call }, "Lief durch eine Freigabe, zum 3. Mal"],
  [
    { kind: "sign-ins-failed", by: "password", reason: "wrong", count: 2, from: 0, to: 60_000 },
    "2 weitere Anmeldungen mit einem Passwort zwischen 00:00 und 00:01 UTC fehlgeschlagen: kein solches Konto, oder ein falsches Passwort",
  ],
  [
    { kind: "role-changed", of: "a", name: "Ana", from: "member", to: "owner" },
    "Die Rolle von Ana geändert von Mitglied zu Eigentümer",
  ],
  [
    { kind: "tool-quarantined", server: "files", tool: "", fingerprint: "f", former: null },
    "Neue Anweisungen auf files sind zu prüfen",
  ],
])("W8, H1: a line of the trail is in German, and a rule's own words stay: %j", (event, said) => {
  const { kind, ...detail } = event;
  expect(wordsOf(kind, detail, german)).toBe(said);
});
