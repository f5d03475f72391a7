import type { Db } from '../../database/engine/database.ts'
import { archiveReader } from './archive-reader.ts'
import { findPlayers } from './player-reader.ts'

/**
 * The players in the transactions and drafts of a season's ESPN leagues whom no stored lineup describes, because no team had
 * them when a week's lineups were read. The IDs of Sleeper's players are its own, and it sends their names.
 */
export async function listUnnamedPlayers(db: Db, season: number): Promise<Set<number>> {
  const archive = archiveReader(db)
  const leagues = await db
    .selectFrom('seasons')
    .select('league_id as id')
    .where((eb) => eb.and({ season, provider: 'espn' }))
    .execute()
  const ids = new Set<number>()
  // One league at a time, because the transactions of all leagues could fill the memory.
  for (const { id } of leagues) {
    for (const { moves } of await archive.listTransactions(id, season))
      for (const { playerId } of moves) ids.add(playerId)
    for (const pick of (await archive.findDraft(id, season))?.picks ?? []) ids.add(pick.playerId)
  }
  for (const known of (await findPlayers(db, [...ids])).keys()) ids.delete(known)
  return ids
}
