import { z } from "zod";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import { type ApprovalSay, approvalWords } from "#lib/approvals/words.en.ts";
import type { PreviewOffer } from "./preview.ts";

const name = z.string("must be a text in double quotes").min(1, "must not be empty").max(200, "must be shorter");
const names = z.array(name, "must be a list of names of arguments").max(20, "must name at most 20");
const bind = z.boolean("must be true or false");

function shape<Shape extends z.core.$ZodLooseShape>(members: Shape) {
  return z.strictObject(members, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? `allowed here are ${Object.keys(members).join(", ")}` : "must be an object",
  });
}

/** A preview as an owner writes it, in `mcp.json` and in the app. */
export const writtenPreview = z.discriminatedUnion(
  "kind",
  [
    shape({ kind: z.literal("none") }),
    shape({
      kind: z.literal("file"),
      read: name,
      path: name.default("path"),
      content: name.default("content"),
      bind: bind.default(true),
    }),
    shape({ kind: z.literal("dry-run"), tool: name, bind: bind.default(false) }),
    shape({
      kind: z.literal("mail"),
      headers: names.default(["from", "to", "cc", "bcc", "subject"]),
      body: name.default("body"),
      html: z.boolean("must be true or false").default(false),
    }),
    shape({ kind: z.literal("page"), body: name.default("content") }),
  ],
  'must have a "kind": "file", "dry-run", "mail", "page" or "none"',
);

/**
 * What an owner says of a tool's preview. `file`: `read` gives the file that the argument `path` names, and `content` names
 * the argument with what it becomes, a whole text or a list of edits. `dry-run`: `tool` is called with the same arguments.
 * `mail`, and `page`, whose `body` names the argument with its HTML: drawn from the arguments alone. `none`: there is none, also where one comes with the tool.
 */
export type PreviewSetting = z.infer<typeof writtenPreview>;

export function offerOf(setting: PreviewSetting | null): PreviewOffer | null {
  if (setting === null || setting.kind === "none") return null;
  const { kind } = setting;
  return "bind" in setting && setting.bind ? { kind, bound: true } : { kind };
}

/** A setting in words, as the end of a sentence; null: none was made. */
export function previewWords(setting: PreviewSetting | null, say: ApprovalSay = sayIn(english, approvalWords)): string {
  if (setting === null) return say("previewAsItComes");
  switch (setting.kind) {
    case "none":
      return say("previewNone");
    case "file": {
      const { path, read, content, bind: bound } = setting;
      return say("previewFile", { path, read, content, bound: bound ? "yes" : "no" });
    }
    case "dry-run":
      return say("previewDryRun", { tool: setting.tool, bound: setting.bind ? "yes" : "no" });
    case "mail": {
      const named = [...setting.headers, setting.body].join(", ");
      return say("previewMail", { arguments: named, html: setting.html ? "yes" : "no" });
    }
    case "page":
      return say("previewPage", { argument: setting.body });
  }
}
