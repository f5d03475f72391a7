import { type Kysely, sql } from 'kysely'
import type { LeagueTable } from '../../database/portability/league-tables.ts'
import type { Database } from '../../database/schema/schema.ts'

/** Rows in memory at a time. Pages with binary values are smaller, because these values may be large. */
const PAGE_SIZE = 500
const PAGE_SIZE_WITH_BYTES = 10

export type StoredRow = Readonly<Record<string, unknown>>

/** Yields a league's rows of a table in primary key order, one page at a time, without hidden rows. */
export async function* readLeagueRows(
  db: Kysely<Database>,
  table: LeagueTable,
  leagueId: number,
  isHidden: (row: StoredRow) => boolean,
): AsyncGenerator<StoredRow> {
  const pageSize = table.columns.some(({ kind }) => kind === 'bytes') ? PAGE_SIZE_WITH_BYTES : PAGE_SIZE
  const primaryKey = sql.join(table.primaryKey.map((column) => sql.ref(column)))
  let lastRow: StoredRow | undefined
  for (;;) {
    const after: StoredRow | undefined = lastRow
    const afterCondition =
      after === undefined
        ? sql``
        : sql`and (${primaryKey}) > (${sql.join(table.primaryKey.map((column) => sql.val(after[column])))})`
    const { rows } = await sql<StoredRow>`
      select * from ${sql.table(table.name)} where ${table.belongsToLeague(leagueId)} ${afterCondition}
      order by ${primaryKey} limit ${sql.lit(pageSize)}`.execute(db)
    yield* rows.filter((row) => !isHidden(row))
    lastRow = rows.at(-1)
    if (rows.length < pageSize) return
  }
}
