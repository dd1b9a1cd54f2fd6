import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sentencesOutside } from "./sentences-outside.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Folders of components whose sentences all stand in catalogues. */
const moved = ["audit", "browser", "cards", "chat", "clients", "inbox", "settings", "shell", "sign-in", "ui"];
const notYet = ["tools"];

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

function outsideIn(folder: string): string[] {
  const files = globSync(`components/${folder}/**/*.{ts,tsx}`, { cwd: root });
  return files
    .filter((file) => !/\.test\.|words\.(?:en|de)\.ts$/.test(file))
    .filter(
      (file) =>
        !notYet.some(
          (other) => other.startsWith(`${folder}/`) && file.startsWith(path.join("components", other, path.sep)),
        ),
    )
    .flatMap((file) =>
      sentencesOutside(readFileSync(path.join(root, file), "utf8"), file)
        .filter((text) => !asItIs.has(text))
        .map((text) => `${file}: ${text}`),
    );
}

test("W5: what people read stands in the catalogues", () => {
  const rooms = new Set([...moved, ...notYet].map((folder) => folder.split("/")[0]));
  expect(readdirSync(path.join(root, "components")).filter((folder) => !rooms.has(folder))).toEqual([]);
  expect(moved.flatMap(outsideIn)).toEqual([]);
  // A folder that has moved is said to have.
  expect(notYet.filter((folder) => outsideIn(folder).length === 0)).toEqual([]);
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
