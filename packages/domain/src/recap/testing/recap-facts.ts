import type { ScoredGame } from '../../betslip/betting-week.ts'
import { buildRecap } from '../../notifications/recap.ts'
import { pointsFromDecimal } from '../../points.ts'
import type { RecapFacts } from '../build-recap-document.ts'
import { RECAP_SECTIONS } from '../recap-document.ts'

const TEAM_NAMES = ['Anchors', 'Buoys', 'Capstans', 'Dinghies', 'Ensigns', 'Ferries', 'Gulls', 'Hulls']

/** A game between two teams, named by their first letters. The points decide the result. */
export function scoredGame(
  period: number,
  home: string,
  homePoints: number,
  away: string,
  awayPoints: number,
): ScoredGame {
  const sideOf = (letter: string, points: number) => ({
    teamId: 'ABCDEFGH'.indexOf(letter) + 1,
    points: pointsFromDecimal(points),
  })
  return {
    period,
    result: homePoints === awayPoints ? 'tie' : homePoints > awayPoints ? 'home' : 'away',
    home: sideOf(home, homePoints),
    away: sideOf(away, awayPoints),
  }
}

type Overrides = Partial<Omit<RecapFacts, 'recap' | 'scores' | 'teams'>> & {
  week?: number
  games: readonly ScoredGame[]
  periods?: RecapFacts['scores']['periods']
  names?: readonly string[]
}

/** The facts of a week with nothing but the given games. */
export function recapFacts({
  week = 1,
  games,
  periods,
  names = TEAM_NAMES,
  ...overrides
}: Overrides): RecapFacts {
  const teams = names.map((name, index) => ({ teamId: index + 1, name }))
  const scores = {
    format: 'points' as const,
    periods: periods ?? Array.from({ length: 17 }, (_, index) => ({ period: index + 1, weeks: [index + 1] })),
    games,
    weekPoints: [],
  }
  const recap = buildRecap({ week, scores, teams, lineups: [], hasBetslip: false })
  if (recap === null) throw new TypeError(`week ${week} has no recap`)
  return {
    leagueId: 1,
    season: 2026,
    recap,
    scores,
    teams,
    standings: [],
    awards: [],
    power: [],
    odds: [],
    records: [],
    bracket: null,
    lastRegularPeriod: 14,
    sections: RECAP_SECTIONS,
    ...overrides,
  }
}
