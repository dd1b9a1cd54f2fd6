import type { Tool } from "#lib/gate/contract/tool.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { currentTimeTool } from "./current-time.ts";
import { fetchPageTool } from "./fetch-page.ts";
import { findToolsTool } from "./find-tools.ts";
import { notesTools } from "./notes.ts";
import { selfTest } from "./self-test.ts";

/** The tools that we bring ourselves. */
export function ownTools(database: Database, newId: () => string, find: Parameters<typeof findToolsTool>[0]): Tool[] {
  return [...notesTools(database, newId), currentTimeTool(), fetchPageTool(), findToolsTool(find), selfTest];
}
