import type { PlayoffBracket } from '@fieldhouse/domain/seasons/bracket'
import { bracketOf } from '@fieldhouse/domain/seasons/season-views'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../season-documents/stored-seasons.ts'
import type { StoredGame } from './game-reader.ts'

/** Reads the playoff brackets of a league. */
export interface BracketReader {
  /** Of a season that is not stored, or has no matchups, the bracket is unknown. */
  getBracket(leagueId: number, season: number): Promise<PlayoffBracket<StoredGame>>
}

export function bracketReader(db: Pick<Db, 'selectFrom'>): BracketReader {
  return {
    async getBracket(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      return season === null ? { status: 'unknown', rounds: [], championId: null } : bracketOf(season)
    },
  }
}
