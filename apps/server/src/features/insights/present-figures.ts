import type * as contract from '@fieldhouse/contract/insights/insights'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import {
  COMPOSITE_WEIGHTS,
  type PowerFormula,
  powerByWeek,
  rankPower,
} from '@fieldhouse/domain/insights/power-ranking'
import { type InsightSeason, rosterStrengths } from '@fieldhouse/domain/insights/season/insight-season'
import {
  type AllPlayWeek,
  allPlayWeeks,
  luckOfTeams,
  NO_VOLATILITY,
  scheduleStrengths,
  swapSchedules,
  volatilityOfTeams,
} from '@fieldhouse/domain/insights/season/luck'
import {
  completedGames,
  playedPeriods,
  seasonThrough,
} from '@fieldhouse/domain/insights/season/regular-season'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { RosterWeek } from '@fieldhouse/domain/rosters/matchup'
import { periodOfNumber } from '@fieldhouse/domain/seasons/season'
import { toWire } from '../../http/to-wire.ts'

const MIN_WEEKS_FOR_STRENGTH = 3

export function presentHeader(season: number, stored: InsightSeason | null) {
  return {
    season,
    week: stored?.regular.completedPeriods ?? 0,
    scoring_format: stored?.schedule.format ?? ('points' as const),
    unavailable: whyUnavailable(stored),
  }
}

function whyUnavailable(stored: InsightSeason | null): contract.InsightsUnavailable | null {
  if (stored === null) return 'not_stored'
  const { schedule, regular } = stored
  if (schedule.format !== 'points') return 'format'
  if (regular.games.length + regular.openGames.length === 0) return 'no_games'
  return regular.completedPeriods === 0 ? 'not_started' : null
}

export function presentLuck(
  season: number,
  stored: InsightSeason | null,
): ResponseOf<typeof contract.getLuck> {
  const header = {
    ...presentHeader(season, stored),
    has_median_games: stored?.regular.hasMedianGame ?? false,
  }
  if (stored === null || header.unavailable !== null) return { ...header, teams: [] }
  const { regular } = stored
  const all = allPlayWeeks(completedGames(regular))
  const strengths = scheduleStrengths(regular)
  const volatilities = volatilityOfTeams(regular)
  const hasStrength = playedPeriods(regular).length >= MIN_WEEKS_FOR_STRENGTH
  return {
    ...header,
    teams: luckOfTeams(regular).map(({ wins, ...team }) => {
      const isOwn = ({ teamId }: { teamId: number }) => teamId === team.teamId
      const weeks = all.filter(isOwn)
      const countOf = (result: number) => weeks.filter((week) => week.result === result).length
      const strength = hasStrength ? strengths.find(isOwn) : undefined
      return {
        ...toWire(team),
        record: { wins: countOf(1), losses: countOf(0), ties: countOf(0.5) },
        schedule: {
          played: strength?.played ?? null,
          remaining: strength?.remaining ?? null,
          opponents_all_play_rate: strength?.opponentsAllPlayRate ?? null,
        },
        scores: toWire(volatilities.find(isOwn) ?? { weeks: 0, ...NO_VOLATILITY }),
        weeks: weeks.map(presentWeek),
      }
    }),
  }
}

function presentWeek({ period, points, opponent, ...week }: AllPlayWeek) {
  return {
    ...week,
    week: period,
    points: pointsToDecimal(points),
    opponent_id: opponent.teamId,
    opponent_points: pointsToDecimal(opponent.points),
  }
}

export function presentScheduleSwap(
  season: number,
  stored: InsightSeason | null,
): ResponseOf<typeof contract.getScheduleSwap> {
  const header = presentHeader(season, stored)
  if (stored === null || header.unavailable !== null) return { ...header, teams: [] }
  return {
    ...header,
    teams: swapSchedules(stored.regular).map(({ records, ...summary }) => ({
      ...toWire(summary),
      records: records.map(({ scheduleOf, record }) => ({ schedule_of: scheduleOf, ...record })),
    })),
  }
}

export function presentPowerRanking(
  season: number,
  stored: InsightSeason | null,
  formula: PowerFormula,
  week: number | undefined,
  rosters: readonly RosterWeek[],
): ResponseOf<typeof contract.getPowerRanking> {
  const header = presentHeader(season, stored)
  const weights = formula === 'composite' ? { ...COMPOSITE_WEIGHTS } : null
  if (stored === null || header.unavailable !== null) return { ...header, formula, weights, teams: [] }
  const requested = week === undefined ? header.week : periodOfNumber(stored.schedule, week)
  const through = Math.min(requested, header.week)
  const strengths = rosterStrengths(stored.regular, rosters)
  const weeks = powerByWeek(stored.regular, formula, strengths)
  return {
    ...header,
    week: through,
    formula,
    weights,
    teams: rankPower(seasonThrough(stored.regular, through), formula, strengths).map((team) => ({
      ...toWire(team),
      history: weeks.flatMap(({ period, teams }) =>
        teams
          .filter(({ teamId }) => teamId === team.teamId)
          .map(({ rank, score }) => ({ week: period, rank, score })),
      ),
    })),
  }
}
