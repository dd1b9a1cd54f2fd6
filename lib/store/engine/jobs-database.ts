import type { Db } from "pg-boss";
import pg from "pg";
import { hearOfLosses } from "./postgres.ts";
import { SignalsConnection } from "./signals-connection.ts";

export type JobsDatabase = Db & { close: () => Promise<void> };

type Options = { url: string; onError: (error: Error) => void };

/**
 * The connections that pg-boss works with, in place of its own. Its own pool leaks open connections, and a broken
 * connection without an error listener ends the whole process.
 */
export function jobsDatabase({ url, onError }: Options): JobsDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "countersign jobs",
    max: 3,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    keepAlive: true,
  });
  pool.on("error", onError);
  hearOfLosses(pool);
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: async (channel, onNotification, onConnected) => {
      const connection = new SignalsConnection({ url, channel, onNotification, onConnected, onLost: onError });
      return { close: async () => connection.close() };
    },
    close: () => pool.end(),
  };
}
