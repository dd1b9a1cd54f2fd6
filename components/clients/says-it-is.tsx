import type { ClientSession } from "#lib/chat/client-session.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What a client calls itself, marked as its own words: nobody can check them. */
export function SaysItIs({ name, version }: Pick<ClientSession, "name" | "version">) {
  return (
    <>
      says it is{" "}
      <VisibleText
        text={[name, version]
          .filter((word) => word !== "")
          .map(oneLine)
          .join(" ")}
      />
    </>
  );
}
