import { randomUUID } from "node:crypto";
import { until } from "./gate-world.ts";
import type { RoutesWorld } from "./routes-world.ts";
import type { Said } from "./told-model.ts";

/** Sends a message to a new chat, to which the model says this; resolves when nothing goes on but questions to people. */
export async function sayByRoute(world: RoutesWorld, steps: Said[]): Promise<{ chat: string; open: string[] }> {
  const chat = randomUUID();
  world.model.tell(chat, steps);
  const body = { chatId: chat, message: { id: randomUUID(), text: chat } };
  const sent = await world.call("POST", "/api/chat", { body, headers: world.asPerson() });
  if (!sent.ok) throw new Error(`Not sent: ${sent.status} ${await sent.text()}`);
  await sent.body?.cancel();
  await restOf(world, chat);
  const listed = await world.call("GET", `/api/approvals?chat=${chat}`, { headers: world.asPerson() });
  const approvals = (await listed.json()) as { id: string }[];
  return { chat, open: approvals.map(({ id }) => id) };
}

/** Until the chat's answer waits for people, or has ended. */
export async function restOf(world: RoutesWorld, chat: string): Promise<void> {
  await until(async () => {
    const runs = await world.database.db
      .selectFrom("runs")
      .select(["id", "status"])
      .where("chat_id", "=", chat)
      .execute();
    const [run] = runs;
    if (!run || run.status === "running") return false;
    return run.status === "parked" || !world.services.agent.hot.has(run.id);
  }, `chat ${chat} to be idle`);
}
