import type { ServerOnPage } from "./tools-page.ts";

/** Pictures, as data, by the id of the server, and there by the name of the tool. */
export type ToolIcons = Record<string, { icon: string | null; tools: Record<string, string> }>;

/** What servers give beside names; of tools only as somebody accepted them. */
export function toolIcons(servers: readonly ServerOnPage[]): ToolIcons {
  return Object.fromEntries(
    servers.flatMap(({ id, callsItself, tools }) => {
      const drawn = tools.flatMap(({ name, review, icon }) =>
        icon !== null && review === "accepted" ? [[name, icon] as const] : [],
      );
      const icon = callsItself?.icon ?? null;
      return icon === null && drawn.length === 0 ? [] : [[id, { icon, tools: Object.fromEntries(drawn) }]];
    }),
  );
}
