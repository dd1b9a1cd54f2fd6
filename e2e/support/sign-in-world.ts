import { onTestFinished } from "vitest";
import { clearedCall } from "./mcp-rig.ts";
import { sessionOf } from "./session-of.ts";
import { signInServer, type SignInServer } from "./sign-in-server.ts";
import { owner, toolsProcess, type ToolsProcess } from "./tools-world.ts";
import type { ClearedCall, ToolOutcome } from "#lib/gate/contract/tool.ts";
import type { Person } from "#lib/server/people/session.ts";

export type SignInWorld = {
  at: SignInServer;
  tools: ToolsProcess;
  begin: (person?: Person, scope?: string | null) => Promise<{ page: string; tokenHash: string }>;
  signIn: (account: string, person?: Person, scope?: string | null) => Promise<void>;
  call: (name: string, person?: Person, over?: Partial<ClearedCall>) => Promise<ToolOutcome>;
};

type Given = {
  server?: Parameters<typeof signInServer>[0];
  at?: SignInServer;
  database?: ToolsProcess["database"];
  era?: string;
};

/** A process of the app with one server, "far", that wants people to sign in. */
export async function signInWorld(
  oauth: object | undefined,
  { server, at: given, database, era }: Given = {},
): Promise<SignInWorld> {
  const at = given ?? (await signInServer(server));
  if (given === undefined) onTestFinished(at.close);
  const tools = await toolsProcess(
    { far: { url: at.url, ...(oauth && { oauth }), ...(era && { era }) } },
    { ...(database && { database }) },
  );
  onTestFinished(() => tools.close());
  const begin = async (person = owner, scope: string | null = null) => {
    const tokenHash = await sessionOf(tools.database, person.id);
    const begun = await tools.admin.signIns.begin({ person, tokenHash }, { serverId: "far", scope });
    if ("refused" in begun) throw new Error(begun.message);
    return { page: begun.page, tokenHash };
  };
  return {
    at,
    tools,
    begin,
    signIn: async (account, person = owner, scope = null) => {
      at.signInAs(account);
      const { page, tokenHash } = await begin(person, scope);
      const ended = await tools.admin.signIns.finish({ person, tokenHash }, await at.visit(page));
      if ("refused" in ended) throw new Error(ended.message);
      await tools.until(() => tools.server("far").status === "up");
      const waiting = tools.server("far").tools.filter(({ review }) => review !== "accepted");
      const seen = waiting.map(({ name: tool, fingerprint }) => ({ tool, fingerprint }));
      if (seen.length > 0) await tools.admin.review({ person: owner, server: "far", tools: seen });
    },
    call: (name, person = owner, over = {}) => {
      const tool = [...tools.catalogue.tools().values()].find((one) => one.server.id === "far" && one.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}: ${JSON.stringify(tools.server("far"))}`);
      return tool.call(clearedCall({}, { personId: person.id, ...over }));
    },
  };
}
