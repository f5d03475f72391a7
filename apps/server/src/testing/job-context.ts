import type { Context } from '../context.ts'
import { type Db, leagueVersionsOf } from '../database/engine/database.ts'
import { leagueMemory } from '../database/engine/league-memory.ts'
import { archiveReader } from '../repositories/archive-reader.ts'
import { leagueReader } from '../repositories/league.ts'
import { nflReader } from '../repositories/nfl.ts'

type JobContext = Pick<Context, 'db' | 'now' | 'leagues' | 'archive' | 'nfl' | 'computeRace'>

/** What jobs about leagues work with, without logos and odds. */
export function createJobContext(db: Db, now: () => Date): JobContext {
  return {
    db,
    now,
    leagues: leagueReader(db, leagueMemory(leagueVersionsOf(db)), { ofLogo: () => null }),
    archive: archiveReader(db),
    nfl: nflReader(db),
    computeRace: async () => ({ teams: [], model: null }),
  }
}
