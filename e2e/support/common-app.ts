import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { storeFile } from "#lib/server/start/open-store.ts";
import { newLink } from "#lib/server/people/session.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { type ApiClient, apiClient } from "./api.ts";
import { type App, newApp } from "./app.ts";
import type { StoreKind } from "./app-store.ts";
import { freePort } from "./free-port.ts";

/** An app with nothing special about it, for stories that only need a new chat in it: one after the other. */
export type CommonApp = {
  app: App;
  /** At which it asks its model. */
  modelPort: number;
  /** For the next story: nothing in the workspace, nothing that waits, and a link for the browser that tells it. */
  next: () => Promise<App>;
  /** A fresh one-time link for one more browser. */
  link: () => Promise<string>;
  close: () => Promise<void>;
};

export async function startCommonApp(
  store: StoreKind,
  modelEnv: (endpoint: { url: string }) => Record<string, string>,
): Promise<CommonApp> {
  const modelPort = await freePort();
  const app = await newApp({ store, prepared: true, env: modelEnv({ url: `http://127.0.0.1:${modelPort}/v1` }) });
  const database =
    store === "sqlite"
      ? sqliteDatabase({ file: storeFile(app.dataDir) })
      : postgresDatabase({ url: app.variables["DATABASE_URL"] ?? "", connections: 1, patient: true });
  const close = async () => {
    await database.close();
    await app.close();
  };
  try {
    await app.start();
  } catch (error) {
    await close();
    throw error;
  }
  const workspace = path.join(app.dataDir, "workspace");
  const link = () => newLink(database, app.url);
  const client = await apiClient(app, await link());
  return {
    app,
    modelPort,
    link,
    next: async () => {
      await stopAll(client);
      // It is made when somebody comes in for the first time.
      const files = existsSync(workspace) ? await readdir(workspace) : [];
      for (const name of files) await rm(path.join(workspace, name), { recursive: true });
      return { ...app, entry: await link() };
    },
    close,
  };
}

/** Stops what waits in any chat. */
async function stopAll(client: ApiClient): Promise<void> {
  // Our own server answers with exactly this.
  const waiting = (await (await client.get("/api/approvals")).json()) as { sessionId: string }[];
  for (const { sessionId } of waiting) await client.post(`/api/chat/${sessionId}/stop`, {});
}
