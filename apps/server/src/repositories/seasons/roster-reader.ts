import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { type TeamLineup, teamsInPlay, withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import { hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { NflReader } from '../nfl/nfl-reader.ts'
import type { ArchiveReader } from './archive-reader.ts'
import type { GameReader } from './game-reader.ts'

/** The NFL week whose lineups a page shows. */
export type RosterWeek = {
  format: ScoringFormat
  /** null if the season has none yet. */
  week: number | null
  /** The weeks with stored lineups, ascending. */
  weeks: number[]
}

/** A team's lineup of an NFL week, and the NFL games of that week. */
export type TeamRoster = { lineup: TeamLineup; nflWeek: NflWeek }

type RosterSources = {
  games: Pick<GameReader, 'findSchedule'>
  archive: Pick<ArchiveReader, 'findLineup' | 'listLineups' | 'listWeeksWithLineups'>
  nfl: Pick<NflReader, 'getWeek'>
}

/** Reads the rosters of the teams, for several features. */
export interface RosterReader {
  /** The week defaults to the current one, or the last week with lineups if the current week has none yet. */
  resolveWeek(leagueId: number, season: number, week?: number): Promise<RosterWeek>
  /** The teams with a player whose game of the current NFL week has begun. */
  listTeamsInPlay(leagueId: number, season: number): Promise<Set<number>>
  /** Without points and projections in leagues without them. null if the lineup is not stored. */
  findRoster(
    leagueId: number,
    season: number,
    { week, format }: Pick<RosterWeek, 'week' | 'format'>,
    teamId: number,
  ): Promise<TeamRoster | null>
}

export function rosterReader({ games, archive, nfl }: RosterSources): RosterReader {
  return {
    async resolveWeek(leagueId, season, week) {
      const [schedule, weeks] = await Promise.all([
        games.findSchedule(leagueId, season),
        archive.listWeeksWithLineups(leagueId, season),
      ])
      return {
        format: schedule?.format ?? 'points',
        week: week ?? defaultWeek(weeks, schedule?.currentWeek ?? null),
        weeks,
      }
    },

    async listTeamsInPlay(leagueId, season) {
      const week = (await games.findSchedule(leagueId, season))?.currentWeek ?? null
      return teamsInPlay(week === null ? [] : await archive.listLineups(leagueId, season, week))
    },

    async findRoster(leagueId, season, { week, format }, teamId) {
      if (week === null) return null
      const [lineup, nflWeek] = await Promise.all([
        archive.findLineup(leagueId, season, week, teamId),
        nfl.getWeek(season, week),
      ])
      if (lineup === null) return null
      return { lineup: hasWeeklyPoints(format) ? lineup : withoutPoints(lineup), nflWeek }
    },
  }
}

function defaultWeek(weeks: readonly number[], current: number | null): number | null {
  if (current === null) return weeks.at(-1) ?? null
  return weeks.findLast((week) => week <= current) ?? current
}
