import { routesWorld, type RoutesWorld } from "./routes-world.ts";
import { expect } from "vitest";
import { until } from "./until.ts";

export type Answer = { id: string | null; decision: string; reason: string; arguments?: unknown };

export const rm = { agent: "claude-code", tool: "Bash", arguments: { command: "rm -r build" }, cwd: "/home/kim/shop" };

export async function agentWorld(options: Parameters<typeof routesWorld>[0] = {}) {
  const world = await routesWorld(options);
  const headers = await world.asProgram("asks");
  const ask = (body: unknown = rm, by = headers) => world.call("POST", "/api/asks", { body, headers: by });
  const answered = async (asking: Promise<Response>): Promise<Answer> => (await (await asking).json()) as Answer;
  const again = (id: string, by = headers) => answered(world.call("GET", `/api/asks/${id}`, { headers: by }));
  return { world, headers, ask, answered, again };
}

export async function cards({ database }: RoutesWorld, count = 1) {
  const read = () => database.db.selectFrom("approvals").selectAll().where("status", "=", "pending").execute();
  await until(async () => (await read()).length === count, `${count} open cards`);
  return read();
}

export async function card(world: RoutesWorld) {
  const [open] = await cards(world);
  if (open === undefined) throw new Error("There is no card.");
  return open;
}

export async function respond(world: RoutesWorld, verb: "approve" | "reject", body: object = {}) {
  const { id } = await card(world);
  const response = await world.call("POST", `/api/approvals/${id}/${verb}`, { headers: world.asPerson(), body });
  expect(response.status).toBe(200);
}

export async function trail({ database }: RoutesWorld): Promise<string[]> {
  const rows = await database.db
    .selectFrom("audit")
    .selectAll()
    .where("call_id", "is not", null)
    .orderBy("seq")
    .execute();
  return rows.map(({ kind, detail_json }) => {
    const { outcome, caller } = JSON.parse(detail_json) as { outcome?: string; caller?: string };
    return [kind, outcome ?? caller].filter(Boolean).join(" ");
  });
}

export async function released({ database }: RoutesWorld): Promise<number> {
  return (await database.db.selectFrom("asks").select("call_id").where("released_at", "is not", null).execute()).length;
}
