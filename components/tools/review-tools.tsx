"use client";

import type {
  DefinitionPiece,
  InstructionsOnPage,
  ServerOnPage,
  ToolOnPage,
} from "#lib/policies/changes/tools-page.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useChange } from "./use-change.tsx";

type Props = {
  server: ServerOnPage;
  /** Those that wait. */
  tools: ToolOnPage[];
  /** What the server says about all of them, where that waits. */
  instructions: InstructionsOnPage | null;
  mayAccept: boolean;
  onChanged: () => void;
  onClose: () => void;
};

/** Definitions that nobody accepted yet, in full, with what changed in them (THREATS E1, E5). */
export function ReviewTools({ server, tools, instructions, mayAccept, onChanged, onClose }: Props) {
  const { change, busy, shown } = useChange(onChanged);
  const all: Reviewed[] = [...(instructions === null ? [] : [{ ...instructions, name: instructionsName }]), ...tools];
  const accept = async (accepted: Reviewed[]) => {
    const isDone = await change({
      method: "POST",
      path: "/api/tools/review",
      body: { server: server.id, tools: accepted.map(({ name, fingerprint }) => ({ tool: name, fingerprint })) },
    });
    if (isDone && accepted.length === all.length) onClose();
  };
  return (
    <Dialog
      title={`Review the tools of ${server.title}`}
      className="max-h-[calc(100dvh-2rem)] w-[min(48rem,calc(100vw-2rem))]"
      onClose={onClose}
    >
      <p className="mt-3 text-small text-muted">
        This is everything that the server tells models about its tools. Accept a tool if you want it to be offered as
        it stands here. Texts that tell a model what else to do, or what to hide, are a reason not to.
      </p>
      <ul className="mt-4 flex flex-col gap-6">
        {instructions === null ? null : (
          <li className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium">
                Instructions{" "}
                <span className="text-small font-normal text-muted">
                  {instructions.review === "changed" ? "changed" : "new"} · told to models in every chat with its tools
                </span>
              </h3>
              {mayAccept ? (
                <Button
                  tight
                  disabled={busy}
                  aria-label="Accept instructions"
                  onClick={() => void accept([{ ...instructions, name: instructionsName }])}
                >
                  Accept
                </Button>
              ) : null}
            </div>
            <Definition label="Instructions" pieces={instructions.definition} />
          </li>
        )}
        {tools.map((tool) => (
          <li key={tool.name} className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-medium wrap-anywhere">
                <VisibleText text={tool.name} />{" "}
                <span className="text-small font-normal text-muted">
                  {tool.review === "changed" ? "changed" : "new"} · L{tool.risk.assessed}
                </span>
              </h3>
              {mayAccept ? (
                <Button tight disabled={busy} aria-label={`Accept ${tool.name}`} onClick={() => void accept([tool])}>
                  Accept
                </Button>
              ) : null}
            </div>
            {tool.review === "changed" && tool.approval.written === "never" ? (
              <p className="text-small">It ran without asking. Accepted as it is now, it asks every time.</p>
            ) : null}
            <Definition label={`Definition of ${tool.name}`} pieces={tool.definition} />
          </li>
        ))}
      </ul>
      <div className="mt-4">{shown}</div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
          Close
        </Button>
        {mayAccept && all.length > 1 ? (
          <Button look="primary" disabled={busy} onClick={() => void accept(all)}>
            Accept all {all.length}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

type Reviewed = Pick<ToolOnPage, "name" | "fingerprint">;

function Definition({ label, pieces }: { label: string; pieces: DefinitionPiece[] }) {
  return (
    <pre
      // It scrolls, so it must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-line bg-paper p-3 font-mono text-fine wrap-anywhere whitespace-pre-wrap"
    >
      {pieces.map((piece, at) => (
        // The pieces of one definition never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={at} piece={piece} />
      ))}
    </pre>
  );
}

function Piece({ piece: { kind, text } }: { piece: DefinitionPiece }) {
  const shown = <VisibleText text={text} />;
  if (kind === "added") return <ins className="bg-green-soft font-semibold text-green no-underline">{shown}</ins>;
  if (kind === "removed") return <del className="bg-red-soft text-red">{shown}</del>;
  return <span>{shown}</span>;
}
