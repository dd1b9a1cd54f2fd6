import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "#lib/store/schema/schema.ts";

type Values<Given> = Record<keyof Given, string | number | null>;
type Built<Row> = { compile: () => CompiledQuery<Row> };

/** Placeholder for a value while a statement is built. */
class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const slots: object = new Proxy({}, { get: (_, name) => new Slot(name) });

/**
 * A statement that is built once for each store and then only given its values: building takes longer than running it.
 * `build` passes the values on unread.
 */
export function prepared<Given extends Values<Given>, Row>(
  build: (db: Kysely<Schema>, given: Given) => Built<Row>,
): (db: Kysely<Schema>, given: Given) => Promise<QueryResult<Row>> {
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given) => {
    // A transaction shares its adapter with its store, and no two stores share one.
    const { adapter } = db.getExecutor();
    const query = known.get(adapter) ?? build(db, slots as Given).compile();
    known.set(adapter, query);
    return db.executeQuery<Row>({ ...query, parameters: filled(query, given) });
  };
}

/** As `prepared`, for a statement that reads the clock. */
export function preparedAt<Given extends Values<Given>, Row>(
  build: (db: Kysely<Schema>, given: Given, now: Database["now"]) => Built<Row>,
): (store: Pick<Database, "db" | "now">, given: Given) => Promise<QueryResult<Row>> {
  type Run = (db: Kysely<Schema>, given: Given) => Promise<QueryResult<Row>>;
  const byClock = new WeakMap<object, Run>();
  return async ({ db, now }, given) => {
    const run = byClock.get(now) ?? prepared<Given, Row>((store, slot) => build(store, slot, now));
    byClock.set(now, run);
    return run(db, given);
  };
}

function filled<Given>({ parameters }: CompiledQuery, given: Given): unknown[] {
  return parameters.map((value) => (value instanceof Slot ? given[value.name as keyof Given] : value));
}
