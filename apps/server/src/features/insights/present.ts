import type {
  getLuck,
  getPowerRanking,
  getScheduleSwap,
  InsightsUnavailable,
} from '@fieldhouse/contract/insights'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { COMPOSITE_WEIGHTS } from '@fieldhouse/domain/insights/power/composite'
import {
  type PowerFormula,
  powerByWeek,
  type RosterStrengths,
  rankPower,
} from '@fieldhouse/domain/insights/power/power-ranking'
import { type AllPlayWeek, allPlayWeeks, luckOfTeams } from '@fieldhouse/domain/insights/season/all-play'
import {
  completedGames,
  playedPeriods,
  seasonThrough,
} from '@fieldhouse/domain/insights/season/regular-season'
import { scheduleStrengths } from '@fieldhouse/domain/insights/season/schedule-strength'
import { swapSchedules } from '@fieldhouse/domain/insights/season/schedule-swap'
import { type Volatility, volatilityOfTeams } from '@fieldhouse/domain/insights/season/volatility'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { periodOfNumber } from '@fieldhouse/domain/seasons/season'
import type { InsightSeason } from '../../repositories/seasons/insight-reader.ts'

/** From how many completed weeks on the strength of schedules is shown. */
const MIN_WEEKS_FOR_STRENGTH = 3

/** `stored` is null if the season is not stored. */
export function presentHeader(season: number, stored: InsightSeason | null) {
  return {
    season,
    week: stored?.regular.completedPeriods ?? 0,
    scoring_format: stored?.schedule.format ?? ('points' as const),
    unavailable: whyUnavailable(stored),
  }
}

function whyUnavailable(stored: InsightSeason | null): InsightsUnavailable | null {
  if (stored === null) return 'not_stored'
  const { schedule, regular } = stored
  if (schedule.format !== 'points') return 'format'
  if (regular.games.length + regular.openGames.length === 0) return 'no_games'
  return regular.completedPeriods === 0 ? 'not_started' : null
}

export function presentLuck(season: number, stored: InsightSeason | null): ResponseOf<typeof getLuck> {
  const header = {
    ...presentHeader(season, stored),
    has_median_games: stored?.regular.hasMedianGame ?? false,
  }
  if (stored === null || header.unavailable !== null) return { ...header, teams: [] }
  const { regular } = stored
  const weeks = allPlayWeeks(completedGames(regular))
  const strengths = new Map(scheduleStrengths(regular).map((each) => [each.teamId, each]))
  const volatility = new Map(volatilityOfTeams(regular).map((each) => [each.teamId, each]))
  const hasStrength = playedPeriods(regular).length >= MIN_WEEKS_FOR_STRENGTH
  return {
    ...header,
    teams: luckOfTeams(regular).map((team) => {
      const own = weeks.filter(({ teamId }) => teamId === team.teamId)
      const results = own.map(({ result }) => result)
      const strength = hasStrength ? strengths.get(team.teamId) : undefined
      return {
        team_id: team.teamId,
        record: {
          wins: results.filter((result) => result === 1).length,
          losses: results.filter((result) => result === 0).length,
          ties: results.filter((result) => result === 0.5).length,
        },
        all_play: team.allPlay,
        all_play_rate: team.allPlayRate,
        expected_wins: team.expectedWins,
        luck: team.luck,
        standard_deviation: team.standardDeviation,
        unusualness: team.unusualness,
        schedule: {
          played: strength?.played ?? null,
          remaining: strength?.remaining ?? null,
          opponents_all_play_rate: strength?.opponentsAllPlayRate ?? null,
        },
        scores: presentScores(volatility.get(team.teamId)),
        weeks: own.map(presentWeek),
      }
    }),
  }
}

function presentWeek({ period, points, opponent, result, rate, luck }: AllPlayWeek) {
  return {
    week: period,
    points: pointsToDecimal(points),
    opponent_id: opponent.teamId,
    opponent_points: pointsToDecimal(opponent.points),
    result,
    rate,
    luck,
  }
}

function presentScores(volatility: Volatility | undefined) {
  return {
    weeks: volatility?.weeks ?? 0,
    standard_deviation: volatility?.plain ?? null,
    volatility: volatility?.volatility ?? null,
    median: volatility?.median ?? null,
    floor: volatility?.floor ?? null,
    ceiling: volatility?.ceiling ?? null,
    boom: volatility?.boom ?? null,
    bust: volatility?.bust ?? null,
  }
}

export function presentScheduleSwap(
  season: number,
  stored: InsightSeason | null,
): ResponseOf<typeof getScheduleSwap> {
  const header = presentHeader(season, stored)
  if (stored === null || header.unavailable !== null) return { ...header, teams: [] }
  return {
    ...header,
    teams: swapSchedules(stored.regular).map(({ teamId, records, ...summary }) => ({
      team_id: teamId,
      records: records.map(({ scheduleOf, record }) => ({ schedule_of: scheduleOf, ...record })),
      ...summary,
    })),
  }
}

/** The ranking through a completed matchup period, or through the last one. */
export function presentPowerRanking(
  season: number,
  stored: InsightSeason | null,
  {
    formula,
    week,
    strengths,
  }: { formula: PowerFormula; week: number | undefined; strengths: RosterStrengths | undefined },
): ResponseOf<typeof getPowerRanking> {
  const header = presentHeader(season, stored)
  const weights = formula === 'composite' ? { ...COMPOSITE_WEIGHTS } : null
  if (stored === null || header.unavailable !== null) return { ...header, formula, weights, teams: [] }
  const requested = week === undefined ? header.week : periodOfNumber(stored.schedule, week)
  const through = Math.min(requested, header.week)
  const weeks = powerByWeek(stored.regular, formula, strengths)
  return {
    ...header,
    week: through,
    formula,
    weights,
    teams: rankPower(seasonThrough(stored.regular, through), formula, strengths).map((team) => ({
      team_id: team.teamId,
      rank: team.rank,
      previous_rank: team.previousRank,
      score: team.score,
      parts: team.parts,
      history: weeks.flatMap(({ period, teams }) =>
        teams
          .filter(({ teamId }) => teamId === team.teamId)
          .map(({ rank, score }) => ({ week: period, rank, score })),
      ),
    })),
  }
}
