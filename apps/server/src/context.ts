import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { Db } from './database/engine/database.ts'
import type { LeagueMemory } from './database/engine/league-memory.ts'
import type { LeagueReader } from './repositories/league-values/league-reader.ts'
import type { DisplayNameReader } from './repositories/leagues/display-names.ts'
import type { NflReader } from './repositories/nfl/nfl-reader.ts'
import type { ArchiveReader } from './repositories/seasons/archive-reader.ts'

/** What operations work with: the same for all requests. */
export type Context = {
  db: Db
  now: () => Date
  names: DisplayNameReader
  leagues: LeagueReader
  /** The lineups, drafts and transactions of leagues. */
  archive: ArchiveReader
  nfl: NflReader
  history: { get(leagueId: number): Promise<ShownHistory> }
  /** Remembers what is computed of a league. */
  memory: LeagueMemory
  /** The owners of the teams of a league, under the names of the people they are. */
  listOwners: (
    leagueId: number,
  ) => Promise<{ find: (season: number, teamId: number) => { name: string } | null }>
}

/** The history of a league with the pictures in it. */
export type ShownHistory = {
  history: LeagueHistory
  /** The URLs. Owners without a picture have no entry. */
  pictures: ReadonlyMap<Owner, string>
  /** Whether the pictures are still current. */
  hasCurrentPictures: () => Promise<boolean>
}
