import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { finalPoints } from '../league/rosters.ts'
import type { RegularSeason } from '../league/simulate-league.ts'
import type { Pair } from '../nfl.ts'
import type { SleeperShape, SleeperTeam } from './leagues.ts'

export type SeasonTotals = {
  wins: number
  losses: number
  ties: number
  pointsFor: Points
  pointsAgainst: Points
  /** The results in order: `W`, `L` or `T`. */
  results: string
}

type ScoredSeason = Pick<RegularSeason, 'lineupOf'> & {
  /** The score that a commissioner has set; null for the usual one. */
  customPointsOf: (teamId: number, week: number) => Points | null
}

export function scoreOf({ lineupOf, customPointsOf }: ScoredSeason, teamId: number, week: number): Points {
  return customPointsOf(teamId, week) ?? finalPoints(lineupOf(teamId, week))
}

export type ScoredLeague = ScoredSeason &
  Pick<RegularSeason, 'teamIds' | 'pairings'> & {
    regularWeeks: number
    shape: SleeperShape
    teams: readonly SleeperTeam[]
  }

/** The totals of each team before a week. A week without a game counts for the median only. */
export function totalsAt(season: ScoredLeague, week: number): Map<number, SeasonTotals> {
  const totals = new Map(
    season.teamIds.map((teamId): [number, SeasonTotals] => [
      teamId,
      { wins: 0, losses: 0, ties: 0, pointsFor: ZERO_POINTS, pointsAgainst: ZERO_POINTS, results: '' },
    ]),
  )
  for (let played = 1; played < Math.min(week, season.regularWeeks + 1); played++) {
    const scores = new Map(season.teamIds.map((teamId) => [teamId, scoreOf(season, teamId, played)]))
    const median = season.shape.hasMedianGame ? medianOf([...scores.values()]) : null
    for (const [teamId, total] of totals) {
      const score = scores.get(teamId) ?? ZERO_POINTS
      const opponent = opponentIn(season.pairings[played - 1] ?? [], teamId)
      if (opponent !== null) {
        total.pointsFor = addPoints([total.pointsFor, score])
        const other = scores.get(opponent) ?? ZERO_POINTS
        total.pointsAgainst = addPoints([total.pointsAgainst, other])
        addResult(total, score - other)
      }
      if (median !== null) addResult(total, score - median)
    }
  }
  return totals
}

function addResult(total: SeasonTotals, difference: number): void {
  total.results += difference > 0 ? 'W' : difference < 0 ? 'L' : 'T'
  if (difference > 0) total.wins++
  else if (difference < 0) total.losses++
  else total.ties++
}

function opponentIn(pairs: readonly Pair[], teamId: number): number | null {
  const pair = pairs.find((each) => each.includes(teamId))
  return pair === undefined ? null : pair[0] === teamId ? pair[1] : pair[0]
}

function medianOf(scores: readonly number[]): number {
  const sorted = scores.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The team IDs in the order of the standings before a week, with the winners of divisions first. */
export function standingsAt(season: ScoredLeague, week: number): number[] {
  const totals = totalsAt(season, week)
  const of = (teamId: number) => totals.get(teamId) as SeasonTotals
  const share = ({ wins, losses, ties }: SeasonTotals) =>
    (wins + ties / 2) / Math.max(wins + losses + ties, 1)
  const ranked = season.teamIds.toSorted(
    (a, b) =>
      share(of(b)) - share(of(a)) ||
      of(b).pointsFor - of(a).pointsFor ||
      of(b).pointsAgainst - of(a).pointsAgainst ||
      a - b,
  )
  const leaders = ranked.filter((teamId) => {
    const division = divisionOf(season, teamId)
    return division !== null && ranked.find((other) => divisionOf(season, other) === division) === teamId
  })
  return [...leaders, ...ranked.filter((teamId) => !leaders.includes(teamId))]
}

function divisionOf({ shape, teams }: ScoredLeague, teamId: number): number | null {
  return shape.hasStaleDivisions ? null : divisionNumberOf({ shape, teams }, teamId)
}

export function divisionNumberOf({ shape, teams }: Pick<ScoredLeague, 'shape' | 'teams'>, teamId: number) {
  if (shape.divisions === 0) return null
  return (teams.findIndex((team) => team.teamId === teamId) % shape.divisions) + 1
}
