import type { LineupEntry, WeekLineups } from '@fieldhouse/domain/lineup'
import { foldPlayerName } from '@fieldhouse/domain/player-name'
import type { Transaction } from 'kysely'
import type { PlayersTable } from './archive-tables.ts'
import type { Database } from './schema.ts'

/**
 * Notes the players of a week's line-ups as they were then. What a later week told of one stays, and
 * so does what another league told of the same week: all leagues share these rows, so each is
 * written once a week at most, and in the order of its number.
 */
export async function notePlayers(
  transaction: Transaction<Database>,
  { season, week, lineups }: Pick<WeekLineups, 'season' | 'week' | 'lineups'>,
): Promise<void> {
  const entries = new Map(lineups.flatMap((lineup) => lineup.entries).map((each) => [each.playerId, each]))
  if (entries.size === 0) return
  const known = await transaction
    .selectFrom('players')
    .select(['espn_id', 'season', 'week'])
    .where('espn_id', 'in', [...entries.keys()])
    .execute()
  for (const row of known)
    if (row.season > season || (row.season === season && row.week >= week)) entries.delete(row.espn_id)
  const rows = [...entries.values()].map((entry) => playerRow(entry, season, week))
  if (rows.length === 0) return
  await transaction
    .insertInto('players')
    .values(rows.sort((a, b) => a.espn_id - b.espn_id))
    .onConflict((conflict) =>
      conflict.column('espn_id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        name_key: eb.ref('excluded.name_key'),
        position: eb.ref('excluded.position'),
        nfl_team_id: eb.ref('excluded.nfl_team_id'),
        season: eb.ref('excluded.season'),
        week: eb.ref('excluded.week'),
      })),
    )
    .execute()
}

function playerRow(entry: LineupEntry, season: number, week: number): PlayersTable {
  return {
    espn_id: entry.playerId,
    name: entry.name,
    name_key: foldPlayerName(entry.name),
    position: entry.position,
    nfl_team_id: entry.nflTeamId,
    season,
    week,
  }
}
