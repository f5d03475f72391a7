import { type NflPlayer, normalizePlayerName } from '@fieldhouse/domain/nfl/player'
import type { Db } from '../database/engine/database.ts'
import { inBatches } from '../database/engine/queries.ts'
import { archiveReader } from './archive-reader.ts'

const IDS_PER_QUERY = 500

const PLAYER = ['espn_id as playerId', 'name', 'position', 'nfl_team_id as nflTeamId'] as const

/** By ID, as described by the newest stored lineup that contains a player. Players whose names are not stored are missing. */
export async function findPlayers(db: Db, playerIds: readonly number[]): Promise<Map<number, NflPlayer>> {
  const players = new Map<number, NflPlayer>()
  for await (const ids of inBatches(new Set(playerIds), IDS_PER_QUERY)) {
    const rows = await db.selectFrom('players').select(PLAYER).where('espn_id', 'in', ids).execute()
    for (const row of rows) players.set(row.playerId, row)
  }
  return players
}

/**
 * By the requested name, compared without regard to spelling variants. Unknown names are not included. Among
 * players with the same name, one in the newest lineups of these leagues is preferred, then the latest seen.
 */
export async function findPlayersByName(
  db: Db,
  names: readonly string[],
  leagueIds: readonly number[],
): Promise<Map<string, NflPlayer & { isRostered: boolean }>> {
  const keys = [...new Set(names.map(normalizePlayerName))].filter((key) => key !== '')
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('players')
    .select([...PLAYER, 'name_key'])
    .where('name_key', 'in', keys)
    .orderBy('season', 'desc')
    .orderBy('week', 'desc')
    .orderBy('espn_id')
    .execute()
  const rostered = rows.length === 0 ? new Set<number>() : await listRosteredPlayerIds(db, leagueIds)
  const found = new Map<string, NflPlayer & { isRostered: boolean }>()
  for (const name of names) {
    const namesakes = rows.filter((row) => row.name_key === normalizePlayerName(name))
    const chosen = namesakes.find(({ playerId }) => rostered.has(playerId)) ?? namesakes[0]
    if (chosen === undefined) continue
    const { name_key, ...player } = chosen
    found.set(name, { ...player, isRostered: rostered.has(player.playerId) })
  }
  return found
}

async function listRosteredPlayerIds(db: Db, leagueIds: readonly number[]) {
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
