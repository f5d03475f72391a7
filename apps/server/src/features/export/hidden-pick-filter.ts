import { arePicksHidden } from '@fieldhouse/domain/betslip/betting-week'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import type { StoredRow } from './read-league-rows.ts'

const PICK_TABLES = ['picks', 'pick_changes']

/** For a table, returns whether a row contains a pick that is still hidden from everyone but its owner. */
export type HiddenRowFilter = (table: string) => (row: StoredRow) => boolean

export async function hiddenPickFilter(
  db: Kysely<Database>,
  leagueId: number,
  now: Date,
): Promise<HiddenRowFilter> {
  const league = await db
    .selectFrom('leagues')
    .select('hides_picks')
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  const isHidden = ({ season, week }: StoredRow) =>
    arePicksHidden(league.hides_picks === 1, { season: Number(season), week: Number(week) }, now)
  return (table) => (PICK_TABLES.includes(table) ? isHidden : () => false)
}
