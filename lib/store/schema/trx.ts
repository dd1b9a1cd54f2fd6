import type { Transaction } from "kysely";
import type { Schema } from "./schema.ts";

export type Trx = Transaction<Schema>;
