import type { Agent } from "#lib/agent/hot/agent.ts";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import type { Models } from "#lib/models/models.ts";
import type { ModelAccounts } from "#lib/server/models/model-accounts.ts";
import type { Access } from "#lib/server/settings/access.ts";
import type { PermissionPrompt } from "#lib/gateway/permission-prompt.ts";
import type { McpEndpoint } from "#lib/gateway/mcp-endpoint.ts";
import type { Asks } from "#lib/server/approvals/asks.ts";
import type { AuditTrail } from "#lib/server/audit/audit-trail.ts";
import type { ToolsAdmin } from "#lib/server/tools/build-tools.ts";
import type { AppEventHub } from "#lib/server/chats/app-event-hub.ts";
import type { Clients } from "#lib/server/chats/clients.ts";
import type { Chats } from "#lib/server/chats/chats.ts";
import type { Grants } from "#lib/server/approvals/grants.ts";
import type { Inbox } from "#lib/server/approvals/inbox.ts";
import type { InboxPages } from "#lib/server/approvals/inbox-pages.ts";
import type { KnownCallers } from "./known-callers.ts";
import type { ClientSignIn } from "#lib/server/oauth/client-sign-in.ts";
import type { KeyUse, Keys } from "#lib/server/people/keys.ts";
import type { Languages } from "#lib/server/people/languages.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Notifications } from "#lib/server/approvals/notifications.ts";
import type { Metrics } from "#lib/server/observe/metrics.ts";
import type { OpenStreams } from "#lib/server/http/open-streams.ts";
import type { PolicyAdmin } from "#lib/server/policies/policy-admin.ts";
import type { ReadinessCheck } from "#lib/server/observe/readiness.ts";
import type { RefusedRequests } from "#lib/server/observe/refused-requests.ts";
import type { Sessions } from "#lib/server/people/session.ts";
import type { Team } from "#lib/server/people/team.ts";

/** Everything that exists once in the process. `buildServices` builds it; routes and pages reach it by `services()`. */
export type Services = {
  access: Access;
  sessions: Sessions;
  callers: KnownCallers;
  keys: Keys;
  /** How MCP clients sign in; null where they come in by keys alone. */
  clientSignIn: ClientSignIn | null;
  log: Log;
  models: Models;
  /** Accounts at providers of models, connected in the app. */
  accounts: ModelAccounts;
  policies: PolicyAdmin;
  chats: Chats;
  asks: Asks & { prompt: PermissionPrompt<KeyUse> };
  inbox: Inbox;
  grants: Grants;
  /** Where other MCP clients come in. */
  gateway: McpEndpoint;
  clients: Clients;
  inboxPages: InboxPages;
  languages: Languages;
  notifications: Notifications;
  audit: AuditTrail;
  agent: Agent;
  changes: AppEventHub;
  streams: OpenStreams;
  /** Who may sign in, and how; null without sign-in. */
  team: Team | null;
  servers: () => ServerSummary[];
  /** Tools and their servers, and what people decide about them. */
  tools: ToolsAdmin;
  /** Whether this process can serve; see ReadinessCheck. */
  readiness: ReadinessCheck["look"];
  metrics: Metrics;
  /** The description of the API. */
  document: () => Promise<{ json: string; etag: string }>;
  /** Called with every answer of a route. */
  refused: RefusedRequests;
};

const key = Symbol.for("countersign.services");
type Holder = { [key]?: Services };

/**
 * The process's services. They are kept on globalThis, because Next bundles pages, and a module-level variable would
 * exist once more in its bundle. Throws where nobody installed them: in `next build`, or outside the app.
 */
export function services(): Services {
  const installed = (globalThis as Holder)[key];
  if (installed === undefined) throw new Error("The services are not installed: start the app with npm start.");
  return installed;
}

export function installServices(installed: Services): void {
  (globalThis as Holder)[key] = installed;
}
