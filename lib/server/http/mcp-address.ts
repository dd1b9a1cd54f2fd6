import { otherNameOf } from "./other-names.ts";

/** Where MCP clients come in, and where they look first: the same by a shorter name. */
export const mcpAddresses = ["/api/mcp", "/mcp"] as const;
export type McpAddress = (typeof mcpAddresses)[number];

const [address, shorter] = mcpAddresses;

/** The address that a request is for: the one it came to, or the one whose resource metadata it reads. */
export function mcpAddressOf(request: Pick<Request, "headers">): McpAddress {
  const name = otherNameOf(request);
  return name === shorter || name === `/.well-known/oauth-protected-resource${shorter}` ? shorter : address;
}
