import { normalizePlayerName } from '@fieldhouse/domain/nfl/player'
import type { Kysely } from 'kysely'
import type { PlayersTable } from '../../database/schema/archive-tables.ts'
import type { Database } from '../../database/schema/schema.ts'
import { archiveReader } from './archive-reader.ts'

/** An NFL player or team defense, as described by the newest stored lineup that contains it, if one does. */
export type StoredPlayer = {
  /** The provider's id; negative for a defense. */
  espnId: number
  name: string
  /** For example, `WR`; null if unknown. */
  position: string | null
  /** null for a player without a team. */
  nflTeamId: number | null
}

/** A player who was looked for in some leagues. */
export type FoundPlayer = StoredPlayer & {
  /** Whether the newest lineups of one of the leagues contain the player. */
  isRostered: boolean
}

type Reader = Pick<Kysely<Database>, 'selectFrom'>

/** By ID. Players whose names are not stored are not included. */
export async function findPlayers(
  db: Reader,
  espnIds: readonly number[],
): Promise<Map<number, StoredPlayer>> {
  if (espnIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('players')
    .selectAll()
    .where('espn_id', 'in', [...new Set(espnIds)])
    .execute()
  return new Map(rows.map((row) => [row.espn_id, toStoredPlayer(row)]))
}

/**
 * By the requested name, compared without regard to spelling variants. Unknown names are not included. Among
 * players with the same name, one in the newest lineups of these leagues is preferred, then the latest seen.
 */
export async function findPlayersByName(
  db: Kysely<Database>,
  names: readonly string[],
  leagueIds: readonly number[],
): Promise<Map<string, FoundPlayer>> {
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
  const rostered = rows.length === 0 ? new Set<number>() : await listRosteredPlayerIds(db, leagueIds)
  const matches = names.map(
    (name) => [name, chooseNamesake(rows, normalizePlayerName(name), rostered)] as const,
  )
  return new Map(
    matches.flatMap(([name, row]) =>
      row === undefined
        ? []
        : [[name, { ...toStoredPlayer(row), isRostered: rostered.has(row.espn_id) }] as const],
    ),
  )
}

export function playerReader(db: Kysely<Database>) {
  return {
    findByIds: (espnIds: readonly number[]) => findPlayers(db, espnIds),
    findByNames: (names: readonly string[], leagueIds: readonly number[]) =>
      findPlayersByName(db, names, leagueIds),
  }
}

function chooseNamesake(rows: readonly PlayersTable[], key: string, rostered: ReadonlySet<number>) {
  const namesakes = rows.filter((row) => row.name_key === key)
  return namesakes.find((row) => rostered.has(row.espn_id)) ?? namesakes[0]
}

/** The players in the newest lineups of the leagues. */
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
