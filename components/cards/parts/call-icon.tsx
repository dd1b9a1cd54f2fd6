import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { useToolIcons } from "./use-tool-icons.tsx";

/**
 * The picture of a tool, or else of its server, before the words that name it. In a frame of its own and without colours
 * it cannot be taken for one of our signs.
 */
export function CallIcon({
  view: { server, tool, subject },
}: {
  view: Pick<ApprovalView, "server" | "tool" | "subject">;
}) {
  const icons = useToolIcons(server.id);
  // A question is its server's.
  const own = subject.kind === "tool-call" && icons !== undefined && Object.hasOwn(icons.tools, tool.name);
  const icon = own ? icons.tools[tool.name] : icons?.icon;
  if (icon == null) return null;
  return (
    <span className="me-1.5 inline-flex size-6 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-sunk align-middle">
      {/* The picture stands in its own address: nothing is loaded. */}
      {/* oxlint-disable-next-line next/no-img-element */}
      <img src={icon} alt="" width={16} height={16} className="size-4 object-contain grayscale" />
    </span>
  );
}
