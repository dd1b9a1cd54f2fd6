import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SpeechProvider } from "#components/browser/speech.tsx";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { german } from "../../app/catalogues.ts";
import { CallHeading } from "./call-head.tsx";

/** The heading of a card in German, as text. */
function heading(server: string, prompt: string, args: Record<string, string>): string {
  const subject = {
    kind: "tool-call",
    prompt,
    inputSchema: { properties: { id: {} } },
  } as unknown as SubjectOf<"tool-call">;
  const view = { server: { id: server, title: "S" }, tool: { name: "t" }, subject } as unknown as ApprovalView;
  const page = renderToStaticMarkup(
    <SpeechProvider speech={german}>
      <CallHeading view={view} subject={subject} args={args} />
    </SpeechProvider>,
  );
  return page.replaceAll(/<[^>]*>/g, "");
}

test("W8: what the app's own tool asks is in German, with the call's words as they are; what owners wrote stays", () => {
  const prompt = "Delete note {id} for good?";
  expect(heading("app", prompt, { id: "n7" })).toBe("Notiz n7 endgültig löschen?");
  expect(heading("files", prompt, { id: "n7" })).toBe("Delete note n7 for good?");
  expect(heading("app", prompt, {})).toBe("Notiz (id fehlt) endgültig löschen?");
  expect(heading("app", prompt, { id: "x".repeat(81) })).toBe("Notiz (81 Zeichen, siehe unten) endgültig löschen?");
});
