import { VisibleText } from "#components/ui/visible-text.tsx";

/** A tool's title, and the name that calls use where that is another. */
export function ToolName({ title, name, strong = false }: { title: string; name: string; strong?: boolean }) {
  return (
    <>
      <span className={strong ? "font-medium" : undefined}>
        <VisibleText text={title} />
      </span>{" "}
      {title === name ? null : (
        <span className="font-mono text-fine text-muted">
          <VisibleText text={name} />
        </span>
      )}
    </>
  );
}
