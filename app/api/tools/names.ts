import { z } from "zod";

/** Names that mcp.json and servers may use. */
export const serverName = z.string().min(1).max(64);
export const toolName = z.string().min(1).max(128);

/** The sentence that says what a change lowers, when it lowers something. */
export const confirmation = z.string().max(20_000).optional();
