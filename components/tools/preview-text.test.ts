import { expect, test } from "vitest";
import { writtenPreview } from "#lib/approvals/preview/preview-setting.ts";
import { formOfPreview, previewOfForm } from "./preview-text.ts";

test("C85: what the form says of a preview is what the API takes, and shows again", () => {
  const said: [choice: string, names: string, setting: object][] = [
    ["none", "", { kind: "none" }],
    [
      "file-bound",
      "read_file, path, content",
      { kind: "file", read: "read_file", path: "path", content: "content", bind: true },
    ],
    ["file", "get, page, text", { kind: "file", read: "get", path: "page", content: "text", bind: false }],
    ["dry-run", "plan", { kind: "dry-run", tool: "plan", bind: false }],
    ["dry-run-bound", "plan", { kind: "dry-run", tool: "plan", bind: true }],
    ["mail", "to, subject, text", { kind: "mail", headers: ["to", "subject"], body: "text", html: false }],
    ["mail-html", "to, html", { kind: "mail", headers: ["to"], body: "html", html: true }],
    ["page", "html", { kind: "page", body: "html" }],
  ];
  for (const [choice, names, setting] of said) {
    const read = writtenPreview.parse(previewOfForm(choice, names));
    expect(read).toEqual(setting);
    expect(formOfPreview(read)).toEqual({ choice, names });
  }
  expect(previewOfForm("", "anything")).toBeNull();
  expect(formOfPreview(null)).toEqual({ choice: "", names: "" });
  expect(writtenPreview.parse(previewOfForm("file-bound", "read_file"))).toMatchObject({
    path: "path",
    content: "content",
  });
  expect(writtenPreview.parse(previewOfForm("mail", ""))).toMatchObject({ body: "body" });
  expect(writtenPreview.parse(previewOfForm("page", ""))).toEqual({ kind: "page", body: "content" });
  expect(writtenPreview.safeParse(previewOfForm("dry-run", "")).success).toBe(false);
});
