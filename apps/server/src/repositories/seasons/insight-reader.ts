import {
  type InsightSeason,
  type InsightTeam,
  insightSeasonOf,
} from '@fieldhouse/domain/insights/season/insight-season'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../season-documents/stored-seasons.ts'

export type { InsightSeason, InsightTeam }

export interface InsightReader {
  /** null if the season is not stored. */
  findSeason(leagueId: number, season: number): Promise<InsightSeason | null>
}

export function insightReader(db: Pick<Db, 'selectFrom'>): InsightReader {
  return {
    async findSeason(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      return season === null ? null : insightSeasonOf(season)
    },
  }
}
