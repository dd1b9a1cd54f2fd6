export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Every path of the API with its methods, so that all others get an answer in the API's own shape. */
export const apiRoutes: { readonly [path: string]: readonly ApiMethod[] } = {
  "/api/approvals": ["GET"],
  "/api/approvals/{id}": ["GET"],
  "/api/approvals/{id}/approve": ["POST"],
  "/api/approvals/{id}/extend": ["POST"],
  "/api/approvals/{id}/reject": ["POST"],
  "/api/audit": ["GET"],
  "/api/audit/export": ["GET"],
  "/api/chat": ["POST"],
  "/api/chat/elicitation": ["POST"],
  "/api/chat/{id}": ["GET", "PATCH", "DELETE"],
  "/api/chat/{id}/queue/{messageId}": ["DELETE"],
  "/api/chat/{id}/stop": ["POST"],
  "/api/chat/{id}/stream": ["GET"],
  "/api/chats": ["GET"],
  "/api/events": ["GET"],
  "/api/grants": ["GET", "POST"],
  "/api/grants/{id}": ["DELETE"],
  "/api/health": ["GET"],
  "/api/inbox": ["GET"],
  "/api/inbox/answered": ["GET"],
  "/api/inbox/choices": ["GET"],
  "/api/inbox/count": ["GET"],
  "/api/inbox/entries": ["GET"],
  "/api/keys": ["GET", "POST"],
  "/api/keys/{id}": ["DELETE"],
  "/api/metrics": ["GET"],
  "/api/notifications/devices": ["GET", "POST"],
  "/api/notifications/devices/{id}": ["DELETE"],
  "/api/notifications/webhooks": ["GET", "POST"],
  "/api/notifications/webhooks/{id}": ["DELETE"],
  "/api/notifications/webhooks/{id}/test": ["POST"],
  "/api/openapi.json": ["GET"],
  "/api/people": ["GET"],
  "/api/people/invitations": ["POST"],
  "/api/people/invitations/look": ["POST"],
  "/api/people/invitations/{id}": ["DELETE"],
  "/api/people/join": ["POST"],
  "/api/people/{id}": ["PATCH"],
  "/api/people/{id}/reset": ["POST"],
  "/api/people/{id}/sessions": ["DELETE"],
  "/api/policy": ["GET"],
  "/api/policy/rehearsal": ["POST"],
  "/api/policy/rules": ["POST"],
  "/api/policy/rules/{id}": ["DELETE"],
  "/api/policy/shadow": ["PUT"],
  "/api/policy/suggestions": ["GET", "POST"],
  "/api/policy/waiting": ["POST"],
  "/api/ready": ["GET"],
  "/api/servers": ["GET", "POST", "PUT", "PATCH", "DELETE"],
  "/api/servers/confirm": ["POST"],
  "/api/session": ["GET", "POST", "DELETE"],
  "/api/session/browsers/{id}": ["DELETE"],
  "/api/session/callback/oidc": ["GET"],
  "/api/session/confirm": ["POST"],
  "/api/session/confirm/challenge": ["POST"],
  "/api/session/oidc": ["POST", "DELETE"],
  "/api/session/oidc/connect": ["POST"],
  "/api/session/oidc/return": ["POST"],
  "/api/session/passkey": ["POST"],
  "/api/session/passkeys": ["POST"],
  "/api/session/passkeys/challenge": ["POST"],
  "/api/session/passkeys/{id}": ["DELETE"],
  "/api/session/password": ["POST", "PUT"],
  "/api/session/reset": ["POST"],
  "/api/session/reset/look": ["POST"],
  "/api/session/set-up": ["POST"],
  "/api/tool-policy": ["GET", "PUT", "DELETE"],
  "/api/tools": ["GET"],
  "/api/tools/review": ["POST"],
  "/api/tools/settings": ["PUT"],
};

const patterns = Object.entries(apiRoutes)
  .map(([path, methods]) => ({
    methods,
    parts: path.split("{").length - 1,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }))
  // In the order of Next's router: a static part wins over a dynamic one.
  .toSorted((one, other) => one.parts - other.parts);

/** The methods of a path, for the `Allow` header; null for an unknown path. HEAD and OPTIONS are implied. */
export function methodsOf(pathname: string): string[] | null {
  const found = patterns.find(({ pattern }) => pattern.test(pathname));
  if (found === undefined) return null;
  return [...found.methods, ...(found.methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
}
