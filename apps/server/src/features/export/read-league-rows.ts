import { type Kysely, sql } from 'kysely'
import type { LeagueTable } from '../../database/league-tables.ts'
import type { Database } from '../../database/schema.ts'

/** Rows that are in memory at once. Values that are bytes may be large. */
const PAGE_SIZE = 500
const PAGE_SIZE_WITH_BYTES = 10

export type StoredRow = Readonly<Record<string, unknown>>

/** A league's rows of a table in the order of its key, a page after the other, without the hidden ones. */
export async function* readLeagueRows(
  db: Kysely<Database>,
  table: LeagueTable,
  leagueId: number,
  isHidden: (row: StoredRow) => boolean,
): AsyncGenerator<StoredRow> {
  const page = table.columns.some(({ kind }) => kind === 'bytes') ? PAGE_SIZE_WITH_BYTES : PAGE_SIZE
  const key = sql.join(table.primaryKey.map((column) => sql.ref(column)))
  let last: StoredRow | undefined
  for (;;) {
    const after: StoredRow | undefined = last
    const beyond =
      after === undefined
        ? sql``
        : sql`and (${key}) > (${sql.join(table.primaryKey.map((column) => sql.val(after[column])))})`
    const { rows } = await sql<StoredRow>`
      select * from ${sql.table(table.name)} where ${table.belongsToLeague(leagueId)} ${beyond}
      order by ${key} limit ${sql.lit(page)}`.execute(db)
    yield* rows.filter((row) => !isHidden(row))
    last = rows.at(-1)
    if (rows.length < page) return
  }
}
