import { type RegularSeason, toRegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import type { Points } from '@fieldhouse/domain/points'
import type { PlayoffBracket } from '@fieldhouse/domain/seasons/bracket'
import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import type { TeamRecord } from '@fieldhouse/domain/seasons/season'
import { playsMedianGame } from '@fieldhouse/domain/seasons/standings'
import type { Db } from '../../database/engine/database.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'
import { bracketReader } from './bracket-reader.ts'
import { gameReader, type SeasonSchedule, type StoredGame } from './game-reader.ts'

/** Everything of a season that insights are computed from, of one moment. */
export type InsightSeason = {
  schedule: SeasonSchedule
  regular: RegularSeason
  /** Ordered by ID. */
  teams: InsightTeam[]
  bracket: PlayoffBracket<StoredGame>
}

export type InsightTeam = {
  teamId: number
  name: string
  divisionId: number | null
  /** The provider's record and points of the regular season; null if unknown. */
  record: TeamRecord | null
  pointsFor: Points | null
  /** null until the provider assigns seeds. */
  playoffSeed: number | null
}

export interface InsightReader {
  /** null if the season is not stored. */
  findSeason(leagueId: number, season: number): Promise<InsightSeason | null>
}

export function insightReader(db: Db): InsightReader {
  return {
    findSeason(leagueId, season) {
      return inSnapshot(db, async (snapshot) => {
        const reader = gameReader(snapshot)
        const schedule = await reader.findSchedule(leagueId, season)
        if (schedule === null) return null
        const teams = await listTeams(snapshot, leagueId, season)
        const games = await reader.listGames(leagueId, season)
        const weeklyScores = await reader.listCompletedWeeks(leagueId, season)
        const hasMedianGame = playsMedianGame({ hasMedianGame: schedule.hasMedianGame, teams, games })
        const bracket = await bracketReader(snapshot, reader).getBracket(leagueId, season)
        return {
          schedule,
          teams,
          bracket,
          regular: toRegularSeason({ ...schedule, teams, games, weeklyScores, hasMedianGame }),
        }
      })
    },
  }
}

async function listTeams(db: Db, leagueId: number, season: number): Promise<InsightTeam[]> {
  const rows = await db
    .selectFrom('season_teams')
    .select([
      'team_id',
      'name',
      'division_id as divisionId',
      'wins',
      'losses',
      'ties',
      'points_for',
      'playoff_seed as playoffSeed',
    ])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .orderBy('team_id')
    .execute()
  return rows.map(({ team_id, wins, losses, ties, points_for, ...team }) => ({
    ...team,
    teamId: team_id,
    record: knownRecord({ wins, losses, ties }),
    pointsFor: points_for as Points | null,
  }))
}
