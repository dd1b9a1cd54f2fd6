import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { english } from "#lib/words/speech.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { german } from "../../../app/catalogues.ts";
import { ApprovalCard } from "#components/cards/approval-card.tsx";
import { SpeechProvider } from "#components/browser/speech.tsx";
import type { DecideInput, DecideResult } from "#components/cards/parts/card-props.ts";
import { states } from "./states.ts";
import type { State } from "./views.ts";

/** What the cards sent, for the stories to look at. */
const decisions: DecideInput[] = [];
Object.assign(window, { decisions });

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme !== null) document.documentElement.dataset["theme"] = theme;
if (query.has("rtl")) document.documentElement.dir = "rtl";

/** Every state on one page, or with ?state=… that one alone. ?reply=… says how the pretended server answers. */
function Gallery() {
  const wanted = query.getAll("state");
  const shown = wanted.length === 0 ? states : states.filter(({ name }) => wanted.includes(name));
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col gap-6 px-3 py-6">
      <h1 className="font-serif text-title">Cards</h1>
      {query.has("late") ? <Late states={shown} /> : shown.map((state) => <Shown key={state.name} state={state} />)}
    </main>
  );
}

/** A page on which the cards appear, or are pushed down, at the push of a key. */
function Late({ states: later }: { states: State[] }) {
  const [there, setThere] = useState(false);
  const [pushed, setPushed] = useState(false);
  Object.assign(window, { showCards: () => setThere(true), pushCards: () => setPushed(true) });
  return (
    <>
      <label className="block">
        Message
        <textarea className="block w-full border border-line-strong bg-sheet" />
      </label>
      {pushed ? <div className="h-40 shrink-0">Something else came in between.</div> : null}
      {there ? later.map((state) => <Shown key={state.name} state={state} />) : null}
    </>
  );
}

function Shown({ state }: { state: State }) {
  const [view, setView] = useState(state.view);
  Object.assign(window, { change: (more: Partial<ApprovalView>) => setView((before) => ({ ...before, ...more })) });
  const onDecide = async (input: DecideInput): Promise<DecideResult> => {
    decisions.push(input);
    const reply = replies[query.get("reply") ?? "ok"];
    if (!reply) throw new Error("No such reply in the gallery.");
    const result = await reply();
    if (result.ok) setTimeout(() => setView(settle(view, input)), 30);
    return result;
  };
  const onExtend = async () => {
    setView({ ...view, expiresAt: view.expiresAt + 300_000, extensionsLeft: view.extensionsLeft - 1 });
    return { ok: true } as const;
  };
  return (
    <section aria-label={state.name}>
      <ApprovalCard
        canAsk
        view={view}
        onDecide={onDecide}
        onExtend={onExtend}
        {...(state.position ? { position: state.position } : {})}
      />
    </section>
  );
}

const replies: Record<string, () => Promise<DecideResult>> = {
  ok: async () => ({ ok: true }),
  slow: () => new Promise((resolve) => setTimeout(() => resolve({ ok: true }), 1500)),
  never: () => new Promise(() => {}),
  failed: async () => ({ ok: false, message: "The answer could not be stored. Nothing has run. Press again." }),
  fields: async () => ({
    ok: false,
    message: "Some values do not fit the tool. Correct the marked fields.",
    fields: [
      { path: "/to", message: "Must be an e-mail address." },
      { path: "nowhere", message: "Is not an argument of this tool." },
    ],
  }),
  overtaken: async () => ({ ok: false, settled: true, message: "Ana has already answered this." }),
  lost: async () => {
    throw new Error("The network went away.");
  },
};

function settle(view: ApprovalView, input: DecideInput): ApprovalView {
  const status = { accept: "accepted", decline: "declined", cancel: "cancelled", respond: "declined" } as const;
  return {
    ...view,
    status: status[input.action],
    callState: input.action === "accept" ? "done" : "refused",
    decision: {
      action: input.action,
      endedBy: "person",
      by: null,
      at: Date.now(),
      note: input.note ?? null,
      ...(input.response === undefined ? {} : { response: input.response }),
      ...(input.content === undefined ? {} : { content: input.content }),
      editedArgumentsJson: input.arguments ? JSON.stringify(input.arguments) : null,
    },
  };
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root.");
createRoot(root).render(
  <StrictMode>
    <SpeechProvider speech={query.has("german") ? german : english}>
      <Gallery />
    </SpeechProvider>
  </StrictMode>,
);
