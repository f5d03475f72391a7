import type { Db } from '../database/engine/database.ts'
import { findSeason, type StoredSeason, updateSeason } from '../repositories/stored-seasons.ts'

/** Changes a stored season behind the back of the server. */
export async function changeSeason(
  db: Db,
  leagueId: number,
  season: number,
  change: (stored: StoredSeason) => StoredSeason,
): Promise<void> {
  await updateSeason(db, leagueId, change(await readSeason(db, leagueId, season)))
}

/** A season that has to be stored. */
export async function readSeason(db: Db, leagueId: number, season: number): Promise<StoredSeason> {
  const stored = await findSeason(db, leagueId, season)
  if (stored === null) throw new Error(`season ${season} is not stored`)
  return stored
}
