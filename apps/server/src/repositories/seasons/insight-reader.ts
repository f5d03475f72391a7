import { type RegularSeason, toRegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import type { PlayoffBracket } from '@fieldhouse/domain/seasons/bracket'
import type { SeasonTeam } from '@fieldhouse/domain/seasons/season'
import {
  bracketOf,
  completedWeeksOf,
  gamesById,
  type SeasonSchedule,
  scheduleOf,
} from '@fieldhouse/domain/seasons/season-views'
import { playsMedianGame } from '@fieldhouse/domain/seasons/standings'
import type { Db } from '../../database/engine/database.ts'
import { findSeason } from '../season-documents/stored-seasons.ts'
import type { StoredGame } from './game-reader.ts'

/** Everything of a season that insights are computed from, of one moment. */
export type InsightSeason = {
  schedule: SeasonSchedule
  regular: RegularSeason
  /** Ordered by ID. */
  teams: InsightTeam[]
  bracket: PlayoffBracket<StoredGame>
}

export type InsightTeam = Pick<
  SeasonTeam,
  'teamId' | 'name' | 'divisionId' | 'record' | 'pointsFor' | 'playoffSeed'
>

export interface InsightReader {
  /** null if the season is not stored. */
  findSeason(leagueId: number, season: number): Promise<InsightSeason | null>
}

export function insightReader(db: Pick<Db, 'selectFrom'>): InsightReader {
  return {
    async findSeason(leagueId, year) {
      const season = await findSeason(db, leagueId, year)
      if (season === null) return null
      const schedule = scheduleOf(season)
      const { teams } = season
      const games = gamesById(season)
      const hasMedianGame = playsMedianGame({ hasMedianGame: schedule.hasMedianGame, teams, games })
      const weeklyScores = completedWeeksOf(season)
      return {
        schedule,
        teams,
        bracket: bracketOf(season),
        regular: toRegularSeason({ ...schedule, teams, games, weeklyScores, hasMedianGame }),
      }
    },
  }
}
