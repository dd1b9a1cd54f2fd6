import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** Whether Next finds its way by path and headers of a request; it answers 500 to what it cannot, by this very check. */
export function canNextRead({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return true;
  } catch {
    return false;
  }
}
