import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SpeechProvider } from "#components/browser/speech.tsx";
import type { ListedClient } from "#lib/chat/client-session.ts";
import { english } from "#lib/words/speech.ts";
import { german } from "../../app/catalogues.ts";
import { ClientRow } from "./client-row.tsx";

/** The row of a client whose latest call ended well, as text. */
function drawn(kind: ListedClient["kind"], speech = english): string {
  const client: ListedClient = {
    sessionId: "s",
    kind,
    name: "claude-code",
    version: "",
    keyId: "k",
    keyName: "Laptop",
    isIn: false,
    asks: { form: false, url: false },
    era: null,
    observed: { answered: 0, notShown: 0, unclear: 0, links: 0, heldMs: 0, collected: 0 },
    seenAt: 0,
    waiting: 0,
    calls: [{ id: "c", tool: "Bash", state: "done", at: 0, sessionId: "s" }],
    note: "",
    selfTest: null,
  };
  const row = createElement(ClientRow, { client });
  return renderToStaticMarkup(createElement(SpeechProvider, { speech, children: row }));
}

test("S0.52: a call that an agent elsewhere was let run is never said to be done", () => {
  expect(drawn("client")).toContain(", done,");
  expect(drawn("agent")).toContain(", released to its agent,");
  expect(drawn("agent")).not.toContain("done");
  expect(drawn("agent", german)).toContain(", an seinen Agenten übergeben,");
  expect(drawn("agent", german)).not.toMatch(/fertig|erledigt/);
});
