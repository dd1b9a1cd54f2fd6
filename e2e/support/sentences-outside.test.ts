import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sentencesOutside } from "./sentences-outside.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Names, keys of a keyboard, and what is copied into a program: the same in every language. */
const asItIs = new Set([
  "Countersign",
  "Esc",
  "Claude Code",
  "Claude Desktop",
  "Codex",
  "Copilot CLI",
  "Cursor",
  "Gemini CLI",
  "Goose",
  "Anthropic",
  "Google",
  "Another server",
  "Bearer <key>",
  "node countersign-hook.mjs install … --url …",
  "command = …\ntimeout = …\n",
  // A rule, as policy.yaml has it.
  "id: …",
  "hide …/…",
  "server: …",
  "tool: …",
  // Said to the program of an app.
  "Too much was asked at once.",
  "It did not work.",
  // A person says it to a model.
  "Call the tool app__doctor of Countersign, once, and tell me its result.",
  "Call … …",
  "Go on with the calls that were not asked about.",
  // So begins what the gate tells a model.
  "Tool execution denied by policy:",
  "This tool call was not run: the user has been asked too many questions",
]);

test("W5: what people read stands in the catalogues", () => {
  const files = globSync("components/**/*.{ts,tsx}", { cwd: root });
  const outside = files
    .filter((file) => !/\.test\.|words\.(?:en|de)\.ts$/.test(file))
    .flatMap((file) =>
      sentencesOutside(readFileSync(path.join(root, file), "utf8"), file)
        .filter((text) => !asItIs.has(text))
        .map((text) => `${file}: ${text}`),
    );
  expect(files.length).toBeGreaterThan(0);
  expect(outside).toEqual([]);
});

test.each([
  "const a = <p>Nothing runs</p>;",
  'const a = <p aria-label="Card">{b}</p>;',
  'const a = <Field label="Your name" />;',
  'const a = <p>{b ? "Approve" : c}</p>;',
  "const a = <p title={`Remove ${b}`} />;",
  'const a = "The server could not be reached.";',
  'const a = <p>{say("x", { b: "Not said" })} and</p>;',
])("W5: %s would be noticed", (code) => {
  expect(sentencesOutside(code, "a.tsx")).not.toEqual([]);
});

test.each([
  'const a = <p className="Flex gap">{say("nothingRuns")}</p>;',
  'console.error("It could not be read.");',
  'const a = b === "Approve me";',
  'const a = <p>{" · "}</p>;',
])("W5: %s is no sentence of a page", (code) => {
  expect(sentencesOutside(code, "a.tsx")).toEqual([]);
});
