import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import type { ToolSay } from "./words.en.ts";

const choices = ["none", "file-bound", "file", "dry-run", "dry-run-bound", "mail", "mail-html", "page"] as const;

/** The choices of the form. The empty one is what comes with the tool, or what its file says. */
export function previewChoices(say: ToolSay): [choice: string, label: string][] {
  return choices.map((choice) => [choice, say("previewChoice", { choice: choice.replaceAll("-", "") })]);
}

/** What is set, as the form shows it: the choice, and the names beside it. */
export function formOfPreview(setting: PreviewSetting | null): { choice: string; names: string } {
  switch (setting?.kind) {
    case undefined:
      return { choice: "", names: "" };
    case "none":
      return { choice: "none", names: "" };
    case "file":
      return {
        choice: setting.bind ? "file-bound" : "file",
        names: [setting.read, setting.path, setting.content].join(", "),
      };
    case "dry-run":
      return { choice: setting.bind ? "dry-run-bound" : "dry-run", names: setting.tool };
    case "mail":
      return { choice: setting.html ? "mail-html" : "mail", names: [...setting.headers, setting.body].join(", ") };
    case "page":
      return { choice: "page", names: setting.body };
  }
}

/** What the form says, as the API takes it; null: as the file says. */
export function previewOfForm(choice: string, text: string): unknown {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  const [first = "", path, content] = names;
  switch (choice) {
    case "":
      return null;
    case "file":
    case "file-bound":
      return {
        kind: "file",
        read: first,
        ...(path && { path }),
        ...(content && { content }),
        bind: choice === "file-bound",
      };
    case "dry-run":
    case "dry-run-bound":
      return { kind: "dry-run", tool: first, bind: choice === "dry-run-bound" };
    case "mail":
    case "mail-html":
      return {
        kind: "mail",
        ...(names.length > 1 && { headers: names.slice(0, -1) }),
        ...(names.length > 0 && { body: names.at(-1) }),
        html: choice === "mail-html",
      };
    case "page":
      return { kind: "page", ...(first && { body: first }) };
    default:
      return { kind: choice };
  }
}
