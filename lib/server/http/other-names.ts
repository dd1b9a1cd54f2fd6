/** Where MCP clients look first, and where OAuth looks for what a resource and an authorization server say of themselves. */
const otherNames: Partial<Record<string, string>> = {
  "/mcp": "/api/mcp",
  "/.well-known/oauth-protected-resource": "/api/oauth/resource",
  "/.well-known/oauth-protected-resource/api/mcp": "/api/oauth/resource",
  "/.well-known/oauth-protected-resource/mcp": "/api/oauth/resource",
  "/.well-known/oauth-authorization-server": "/api/oauth/metadata",
};

/** The header with the other name by which a request came. Only this server sets it. */
const cameBy = "x-countersign-came-by";

/** Gives a request to another name the address that answers it. */
export function toAddress(request: { url?: string | undefined; headers: Record<string, unknown> }): void {
  delete request.headers[cameBy];
  const [name = "", ...query] = (request.url ?? "").split("?");
  const address = otherNames[name];
  if (address === undefined) return;
  request.headers[cameBy] = name;
  request.url = [address, ...query].join("?");
}

/** The other name by which a request came; null where it came by the address itself. */
export function otherNameOf({ headers }: Pick<Request, "headers">): string | null {
  return headers.get(cameBy);
}
