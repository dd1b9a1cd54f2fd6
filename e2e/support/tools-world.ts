import { buildTools, type BuiltTools } from "#lib/server/tools/build-tools.ts";
import { readMcpConfig } from "#lib/mcp/config/config.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { notesTools } from "#lib/tools/notes.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";
import type { Person } from "#lib/server/people/session.ts";
import type { ServerOnPage, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { openTestDatabase } from "./test-database.ts";
import { testSecrets } from "./test-secrets.ts";

export const owner: Person = { id: "owner", name: "Ona", role: "owner" };
export const admin: Person = { id: "admin", name: "Ada", role: "admin" };
export const member: Person = { id: "member", name: "Mia", role: "member" };

/** Of all processes of a test. */
const sameKey = testSecrets();

export type ToolsProcess = BuiltTools & {
  database: Database;
  /** What would be masked in the log. */
  learned: string[];
  /** Warnings in the log. */
  warned: { event: string; [detail: string]: unknown }[];
  server: (id: string) => ServerOnPage;
  tool: (server: string, name: string) => ToolOnPage;
  /** Names of the tools of a server that are offered. */
  offered: (server: string) => string[];
  /** Resolves when the claim about the tools holds. */
  until: (claim: () => boolean) => Promise<void>;
};

type Options = {
  database?: Database;
  secrets?: Secrets;
  isTeam?: boolean;
  environment?: Record<string, string | undefined>;
  policy?: ToolApprovalPolicy;
  resolver?: Resolver;
  /** Whether somebody is there already; else `start` is for the test to call. */
  isClaimed?: boolean;
};

/** Everything that has to do with tools, as one process of the app has it, with the servers of an `mcp.json`. */
export async function toolsProcess(servers: Record<string, object>, options: Options = {}): Promise<ToolsProcess> {
  const database = options.database ?? (await openTestDatabase());
  await database.db
    .insertInto("people")
    .values([owner, admin, member].map((person) => ({ ...person, created_at: 0 })))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const environment = options.environment ?? process.env;
  const learned: string[] = [];
  const warned: ToolsProcess["warned"] = [];
  const text = JSON.stringify({ mcpServers: servers });
  const folder = import.meta.dirname;
  const tools = buildTools({
    access: { origin: "http://127.0.0.1:3000", publicOrigin: null },
    env: { variables: environment, configDir: folder },
    log: {
      error: () => {},
      warn: (event, detail) => warned.push({ event, ...detail }),
      info: () => {},
      debug: () => {},
    },
    database,
    secrets: options.secrets ?? sameKey,
    mcp: readMcpConfig({ text, file: "mcp.json", folder, environment }),
    policies: { current: () => options.policy ?? toolApprovalPolicy.annotated(), appRules: () => new Map() },
    own: notesTools(database, () => "id"),
    isTeam: options.isTeam ?? false,
    learnSecrets: (secrets) => learned.push(...secrets),
    resolver: options.resolver,
  });
  await tools.load();
  if (options.isClaimed !== false) {
    tools.start();
    await tools.catalogue.settled();
  }
  const found = <Thing>(thing: Thing | undefined, what: string): Thing => {
    if (thing === undefined) throw new Error(`There is no ${what}: ${JSON.stringify(tools.page())}`);
    return thing;
  };
  const server = (id: string) =>
    found(
      tools.page().servers.find((each) => each.id === id),
      `server ${id}`,
    );
  return {
    ...tools,
    database,
    learned,
    warned,
    server,
    tool: (id, name) =>
      found(
        server(id).tools.find((each) => each.name === name),
        `tool ${name} of ${id}`,
      ),
    offered: (id) =>
      [...tools.catalogue.tools().values()].filter((tool) => tool.server.id === id).map(({ name }) => name),
    until: (claim) =>
      new Promise((resolve) => {
        let stop = () => {};
        const check = () => {
          if (!claim()) return;
          stop();
          resolve();
        };
        stop = tools.onChange(check);
        check();
      }),
  };
}

/** The audit rows about tools and servers, oldest first, as `kind server tool`. */
export async function toolAudit({
  db,
}: Database): Promise<{ kind: string; person: string | null; detail: Record<string, unknown> }[]> {
  const rows = await db.selectFrom("audit").selectAll().orderBy("seq").execute();
  return rows
    .filter(({ kind }) => /^(server|tool)-/.test(kind))
    .map(({ kind, person_id, detail_json }) => ({
      kind,
      person: person_id,
      // Written by `record`.
      detail: JSON.parse(detail_json) as Record<string, unknown>,
    }));
}
