import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { inBatches } from '../../database/engine/batches.ts'
import type { Db } from '../../database/engine/database.ts'
import { distinctValues } from '../../database/engine/distinct-values.ts'
import { archiveReader } from './archive-reader.ts'
import { findPlayers } from './player-reader.ts'
import { addPlayers } from './player-store.ts'

const IDS_PER_QUERY = 500

/** Players of ESPN leagues whom no stored lineup describes, because no team had them when a week's lineups were read. */
export interface UnnamedPlayerStore {
  /** The seasons that any league has, oldest first. */
  listSeasons(): Promise<number[]>
  /** The players in the transactions and drafts of a season whose names are not stored. */
  listIds(season: number): Promise<Set<number>>
  /** Stores players that are not stored yet. Lineups that describe them later replace what is saved here. */
  save(players: readonly NflPlayer[]): Promise<void>
}

export function unnamedPlayerStore(db: Db): UnnamedPlayerStore {
  const archive = archiveReader(db)

  /** The IDs of Sleeper's players are its own, and it sends their names. */
  const listEspnLeagues = async (season: number) => {
    const rows = await db
      .selectFrom('seasons')
      .select('league_id')
      .where('season', '=', season)
      .where('provider', '=', 'espn')
      .execute()
    return rows.map((row) => row.league_id)
  }

  return {
    listSeasons: () => distinctValues<number>(db, 'seasons', 'season'),

    async listIds(season) {
      const ids = new Set<number>()
      // One league at a time, because the transactions of all leagues could fill the memory.
      for (const leagueId of await listEspnLeagues(season)) {
        for (const { moves } of await archive.listTransactions(leagueId, season))
          for (const { playerId } of moves) ids.add(playerId)
        for (const pick of (await archive.findDraft(leagueId, season))?.picks ?? []) ids.add(pick.playerId)
      }
      for await (const batch of inBatches([...ids], IDS_PER_QUERY))
        for (const known of (await findPlayers(db, batch)).keys()) ids.delete(known)
      return ids
    },

    save: (named) => addPlayers(db, named),
  }
}
