import type { Client } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import type { Icon } from "#lib/gate/contract/tool.ts";
import { listedIcons } from "#lib/mcp/definitions/listed-icons.ts";
import { shownText } from "#lib/mcp/definitions/strip-hidden.ts";

/** What a server calls itself. Anybody may call themselves anything: nothing is decided by it. */
export type CallsItself = { title: string; version: string; icons: Icon[] };

const longest = 100;

/** As its handshake says it; null where it gives no name. */
export function callsItself(client: Client, mask: Mask): CallsItself | null {
  const said = client.getServerVersion();
  if (said === undefined) return null;
  const line = (text: unknown) =>
    typeof text === "string"
      ? mask.text(
          shownText(mask.head(text, longest + 1), longest)
            .replaceAll(/\s+/g, " ")
            .trim(),
        )
      : "";
  const title = line(said.title) || line(said.name);
  return title === "" ? null : { title, version: line(said.version), icons: listedIcons(said.icons, mask) };
}
