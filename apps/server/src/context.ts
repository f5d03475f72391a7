import type { Db } from './database/engine/database.ts'
import type { LeagueReader } from './repositories/league-values/league-reader.ts'
import type { DisplayNameReader } from './repositories/leagues/display-names.ts'

/** What operations work with: the same for all requests. */
export type Context = {
  db: Db
  now: () => Date
  names: DisplayNameReader
  leagues: LeagueReader
  /** The owners of the teams of a league, under the names of the people they are. */
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
}
