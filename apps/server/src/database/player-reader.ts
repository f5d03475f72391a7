import { normalizePlayerName } from '@fieldhouse/domain/player-name'
import type { Kysely } from 'kysely'
import { archiveReader } from './archive-reader.ts'
import type { PlayersTable } from './archive-tables.ts'
import type { Database } from './schema.ts'

/** An NFL player, or a team's defense, as the newest stored line-up with them has them. */
export type StoredPlayer = {
  /** The provider's number; negative for a defense. */
  espnId: number
  name: string
  /** Such as `WR`; null where unknown. */
  position: string | null
  /** null for none. */
  nflTeamId: number | null
}

/** Questions about players who were in a stored line-up of any league. */
export function playerReader(db: Kysely<Database>) {
  return {
    /** By number; a player of no stored line-up is not among them. */
    async findByIds(espnIds: readonly number[]): Promise<Map<number, StoredPlayer>> {
      if (espnIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('players')
        .selectAll()
        .where('espn_id', 'in', [...new Set(espnIds)])
        .execute()
      return new Map(rows.map((row) => [row.espn_id, toStoredPlayer(row)]))
    },

    /**
     * By the name as it was asked, however it is spelled; a name that nobody has is not among them.
     * Of namesakes it is the one in the newest line-ups of these leagues, else the one seen last.
     */
    async findByNames(
      names: readonly string[],
      leagueIds: readonly number[],
    ): Promise<Map<string, StoredPlayer>> {
      const keys = [...new Set(names.map(normalizePlayerName))].filter((key) => key !== '')
      if (keys.length === 0) return new Map()
      const rows = await db
        .selectFrom('players')
        .selectAll()
        .where('name_key', 'in', keys)
        .orderBy('season', 'desc')
        .orderBy('week', 'desc')
        .orderBy('espn_id')
        .execute()
      const hasNamesakes = new Set(rows.map((row) => row.name_key)).size < rows.length
      const rostered = hasNamesakes ? await listRosteredPlayerIds(db, leagueIds) : new Set<number>()
      const found = names.map(
        (name) => [name, chooseNamesake(rows, normalizePlayerName(name), rostered)] as const,
      )
      return new Map(found.flatMap(([name, row]) => (row === undefined ? [] : [[name, toStoredPlayer(row)]])))
    },
  }
}

function chooseNamesake(rows: readonly PlayersTable[], key: string, rostered: ReadonlySet<number>) {
  const namesakes = rows.filter((row) => row.name_key === key)
  return namesakes.find((row) => rostered.has(row.espn_id)) ?? namesakes[0]
}

/** Everyone in the newest line-ups of the leagues. */
async function listRosteredPlayerIds(
  db: Kysely<Database>,
  leagueIds: readonly number[],
): Promise<Set<number>> {
  const rostered = new Set<number>()
  for (const leagueId of leagueIds) {
    const newest = await db
      .selectFrom('lineups')
      .select(['season', 'week'])
      .where('league_id', '=', leagueId)
      .orderBy('season', 'desc')
      .orderBy('week', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest === undefined) continue
    const lineups = await archiveReader(db).listLineups(leagueId, newest.season, newest.week)
    for (const { playerId } of lineups.flatMap(({ entries }) => entries)) rostered.add(playerId)
  }
  return rostered
}

function toStoredPlayer(row: PlayersTable): StoredPlayer {
  return {
    espnId: row.espn_id,
    name: row.name,
    position: row.position,
    nflTeamId: row.nfl_team_id,
  }
}

export type PlayerReader = ReturnType<typeof playerReader>
