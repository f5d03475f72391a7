import { getTeamGrades } from '@fieldhouse/contract/grades'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { positionalStrength } from '@fieldhouse/domain/insights/awards/positional-strength'
import {
  isReportDue,
  type ReportCard,
  reportCards,
  subjectValues,
} from '@fieldhouse/domain/insights/awards/report-card'
import type { DraftBoard } from '@fieldhouse/domain/insights/moves/draft-board'
import { completedGames } from '@fieldhouse/domain/insights/season/regular-season'
import type { RosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { leagueOf } from '../../auth/access.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { workInTurn } from '../../jobs/take-turns.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { InsightReader, InsightSeason } from '../../repositories/seasons/insight-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { presentHeader } from './present.ts'
import { reviewableWeeks } from './present-lineups.ts'

type Grades = ResponseOf<typeof getTeamGrades>

export type GradeOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  insights: InsightReader
  archive: Pick<ArchiveReader, 'listTransactions'>
  rosterWeeks: RosterWeekReader
  /** null without a stored draft. */
  findBoard: (leagueId: number, season: number) => Promise<DraftBoard | null>
  now: () => Date
}

export const gradeRoutes: Routes<GradeOptions> = (app, options) => {
  const { seasons, insights, archive, rosterWeeks, findBoard, now } = options

  app.route({
    ...getTeamGrades,
    async handler(request) {
      const { id } = leagueOf(request)
      const season = request.query.season ?? (await seasons.getCurrentSeason(id, now()))
      const stored = await insights.findSeason(id, season)
      const header = presentHeader(season, stored)
      if (stored === null || header.unavailable !== null)
        return { ...header, nfl_weeks: [], report_unavailable: null, teams: [] }
      const [lineups, transactions, board] = await Promise.all([
        rosterWeeks.listRosterWeeks(id, season),
        archive.listTransactions(id, season),
        findBoard(id, season),
      ])
      const grades = await workInTurn(() => presentGrades(stored, { lineups, transactions, board }))
      return { ...header, ...grades }
    },
  })
}

type Archive = {
  lineups: readonly RosterWeek[]
  transactions: readonly LeagueTransaction[]
  board: DraftBoard | null
}

function presentGrades(
  stored: InsightSeason,
  { lineups, transactions, board }: Archive,
): Pick<Grades, 'nfl_weeks' | 'report_unavailable' | 'teams'> {
  const { regular, schedule } = stored
  const completed = reviewableWeeks(stored, lineups)
  const played = new Set(completedGames(regular).flatMap(({ weeks }) => weeks))
  const nflWeeks = completed.filter((week) => played.has(week))
  const positions = positionalStrength(lineups.filter(({ week }) => nflWeeks.includes(week)))
  const reports = reportCards(
    subjectValues({
      season: regular,
      lineups: lineups.filter(({ week }) => completed.includes(week)),
      isBestBall: schedule.isBestBall,
      picks: board?.isRated === true ? board.picks : [],
      transactions,
    }),
    regular,
  )
  return {
    nfl_weeks: nflWeeks,
    report_unavailable: reports !== null ? null : isReportDue(regular) ? 'too_few_subjects' : 'too_early',
    teams: regular.teams.map(({ teamId }) => ({
      team_id: teamId,
      positions: positions
        .filter((each) => each.teamId === teamId)
        .map(({ position, points, difference, z, grade }) => ({ position, points, difference, z, grade })),
      report: reportOf(reports, teamId),
    })),
  }
}

function reportOf(reports: readonly ReportCard[] | null, teamId: number): Grades['teams'][number]['report'] {
  const report = reports?.find((each) => each.teamId === teamId)
  return report === undefined ? null : { overall: report.overall, subjects: report.subjects }
}
