import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { countWithin } from "#lib/untrusted/count-within.ts";

/** The first rows of a query; `isCut`: it has more than these. */
export type PageOf<Row> = { rows: Row[]; isCut: boolean };

/** What these columns hold together in a row, in bytes; it reads none of them. */
export function bytesOf(columns: readonly string[]): RawBuilder<number> {
  const each = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql<number>`${sql.join(each, sql` + `)}`;
}

/**
 * The first rows of an ordered query, at most `most`, and fewer where these columns hold more than makes one page (G8):
 * who pages by rows alone reads as much as people can store in them.
 */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  columns: readonly string[],
  most: number,
): Promise<PageOf<Row>> {
  const sizes = query.clearSelect().select(bytesOf(columns).as("bytes"));
  const found = await sizes
    .limit(most + 1)
    .$castTo<{ bytes: number }>()
    .execute();
  const count = countWithin(found.slice(0, most));
  const rows = count === 0 ? [] : await query.limit(count).execute();
  return { rows, isCut: found.length > count };
}
