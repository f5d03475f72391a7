import { type NflPlayer, normalizePlayerName } from '@fieldhouse/domain/nfl/player'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName, type WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { excluded, insertInBatches } from '../../database/engine/queries.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { PartSource } from './provider-response-store.ts'

/**
 * All leagues share these rows. Data of a later week, or of another league for the same week, is not overwritten.
 * Uploaded lineups only add players that are not known yet.
 */
export async function savePlayers(
  transaction: DbTransaction,
  { season, week, lineups }: Pick<WeekLineups, 'season' | 'week' | 'lineups'>,
  { isFetched }: Pick<PartSource, 'isFetched'>,
): Promise<void> {
  const seen = isFetched ? { season, week } : { season: 0, week: 0 }
  // The name of a player that the provider does not describe is a placeholder with the id.
  const entries = lineups
    .flatMap((lineup) => lineup.entries)
    .filter(({ name, playerId }) => name !== fallbackPlayerName(playerId))
  const rows = new Map(entries.map((entry) => [entry.playerId, playerRow(entry, seen)]))
  await insertInBatches([...rows.values()].sort(byId), (batch) => upsertPlayers(transaction, batch, seen))
}

/** Players are stored in the order of their IDs, so that concurrent refreshes of two leagues cannot deadlock. */
const byId = (a: Database['players'], b: Database['players']) => a.espn_id - b.espn_id

async function upsertPlayers(
  transaction: DbTransaction,
  rows: readonly Database['players'][],
  seen: SeasonWeek,
): Promise<void> {
  const ids = rows.map((row) => row.espn_id)
  const known = await transaction
    .selectFrom('players')
    .select(['espn_id', 'season', 'week'])
    .where('espn_id', 'in', ids)
    .execute()
  const isCurrent = ({ season, week }: SeasonWeek) =>
    season > seen.season || (season === seen.season && week >= seen.week)
  const current = new Set(known.filter(isCurrent).map((row) => row.espn_id))
  const newer = rows.filter((row) => !current.has(row.espn_id))
  if (newer.length === 0) return
  await transaction
    .insertInto('players')
    .values(newer)
    .onConflict((conflict) =>
      conflict
        .column('espn_id')
        .doUpdateSet(excluded('name', 'name_key', 'position', 'nfl_team_id', 'season', 'week'))
        // Another league may have updated a player since the rows were read.
        .where((eb) =>
          eb.or([
            eb('players.season', '<', eb.ref('excluded.season')),
            eb.and([
              eb('players.season', '=', eb.ref('excluded.season')),
              eb('players.week', '<', eb.ref('excluded.week')),
            ]),
          ]),
        ),
    )
    .execute()
}

/** Stores players that are not stored yet. Lineups that describe them later replace what is saved here. */
export async function addPlayers(db: Db, players: readonly NflPlayer[]): Promise<void> {
  const rows = players.map((player) => playerRow(player, { season: 0, week: 0 }))
  await insertInBatches(rows.sort(byId), (batch) =>
    db
      .insertInto('players')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Stores the players of a draft that describes them, if they are not stored yet. Not all of them get into a lineup. */
export function addDraftedPlayers(db: Db, picks: readonly DraftPick[]): Promise<void> {
  const described = picks.flatMap(({ playerId, player }) =>
    player === undefined ? [] : [{ playerId, ...player }],
  )
  return addPlayers(db, described)
}

type SeasonWeek = { season: number; week: number }

function playerRow(entry: NflPlayer, { season, week }: SeasonWeek): Database['players'] {
  return {
    espn_id: entry.playerId,
    name: entry.name,
    name_key: normalizePlayerName(entry.name),
    position: entry.position,
    nfl_team_id: entry.nflTeamId,
    season,
    week,
  }
}
