import type { ToolCallState } from "#lib/approvals/states.ts";

/** What a client of the gateway did, as its person sees it. Times are Unix ms. */
export type ClientSession = {
  id: string;
  /** As the client says of itself. */
  name: string;
  version: string;
  /** The name of its key, which its person gave. */
  keyName: string;
  /** What it declares that it can ask its user. */
  asks: { form: boolean; url: boolean };
  /** What is known of a client that calls itself so. */
  note: string;
  seenAt: number;
  /** Open approvals of its calls. */
  waiting: number;
  /** Latest first. */
  calls: { id: string; tool: string; state: ToolCallState; at: number }[];
};
