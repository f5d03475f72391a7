import { isClinched, isEliminated, type OpenRace } from './clinch.ts'
import { type GoalKind, type GoalRules, goalOf } from './place-goals.ts'

export type Certainty = 'clinched' | 'eliminated' | 'open'

/** null for goals that the league does not have. */
export type TeamCertainty = Readonly<Record<GoalKind, Certainty | null>>

const KINDS: readonly GoalKind[] = ['place', 'bye', 'first', 'division']

/** The first text that applies to a team, from a certain first seed down to help that it needs. */
export type RaceLabel =
  | 'clinched_first'
  | 'clinched_bye'
  | 'clinched_division'
  | 'clinched'
  | 'clinched_no_bye'
  | 'eliminated'
  | 'win_and_in'
  | 'win_both_and_in'
  | 'must_win'
  | 'must_not_lose'
  | 'controls_path'
  | 'needs_help'

/**
 * If the season is over, its order decides: pass it as indexes, best first. Otherwise the points of open games can
 * still change it.
 */
export function certaintyOfTeams(
  race: OpenRace,
  rules: GoalRules,
  finalOrder: readonly number[] | null,
): TeamCertainty[] {
  return race.units.map((_, team) => {
    const certaintyOf = (kind: GoalKind): Certainty | null => {
      const goal = goalOf(team, kind, rules)
      if (goal === null) return null
      if (finalOrder !== null) return isReached(team, kind, rules, finalOrder) ? 'clinched' : 'eliminated'
      if (isClinched(race, goal)) return 'clinched'
      return isEliminated(race, goal) ? 'eliminated' : 'open'
    }
    return Object.fromEntries(KINDS.map((kind) => [kind, certaintyOf(kind)])) as TeamCertainty
  })
}

function isReached(
  team: number,
  kind: GoalKind,
  { places, byes, divisions }: GoalRules,
  order: readonly number[],
): boolean {
  if (kind === 'division') return order.find((other) => divisions?.[other] === divisions?.[team]) === team
  const seats = { place: places, bye: byes, first: 1 }[kind]
  return order.indexOf(team) < seats
}

/**
 * The next game is the first open one of the team, and `nextMedian` the index of the open median week in which it is
 * played.
 */
export function labelOf(
  team: number,
  race: OpenRace,
  rules: GoalRules,
  certainty: TeamCertainty,
  nextMedian: number | null,
): RaceLabel {
  const { first, bye, division, place } = certainty
  if (first === 'clinched') return 'clinched_first'
  if (bye === 'clinched') return 'clinched_bye'
  if (division === 'clinched') return 'clinched_division'
  if (place === 'clinched') return bye === 'eliminated' ? 'clinched_no_bye' : 'clinched'
  if (place === 'eliminated') return 'eliminated'
  const goal = goalOf(team, 'place', rules)
  const next = race.games.findIndex((game) => game.includes(team))
  if (goal === null || next < 0) return 'needs_help'
  const after = (units: 0 | 1 | 2) => withResult(race, next, team, units)
  const won = after(2)
  if (isClinched(won, goal)) return 'win_and_in'
  if (nextMedian !== null && isClinched(withMedianWin(won, nextMedian, team), goal)) return 'win_both_and_in'
  if (isEliminated(after(1), goal)) return 'must_win'
  if (isEliminated(after(0), goal)) return 'must_not_lose'
  return isClinched(withAllWins(race, team), goal) ? 'controls_path' : 'needs_help'
}

export function withResult(race: OpenRace, gameIndex: number, team: number, units: 0 | 1 | 2): OpenRace {
  const game = race.games[gameIndex]
  const result = race.units.map((own, other) => {
    if (other === team) return own + units
    return game?.includes(other) === true ? own + 2 - units : own
  })
  return { ...race, units: result, games: race.games.filter((_, index) => index !== gameIndex) }
}

function withMedianWin(race: OpenRace, weekIndex: number, team: number): OpenRace {
  return {
    ...race,
    units: race.units.map((own, other) => (other === team ? own + 2 : own)),
    medianWeeks: race.medianWeeks.map(({ teams, units }, index) =>
      index === weekIndex
        ? { teams: teams.filter((other) => other !== team), units: units === null ? null : units - 2 }
        : { teams, units },
    ),
  }
}

function withAllWins(race: OpenRace, team: number): OpenRace {
  const next = race.games.findIndex((game) => game.includes(team))
  if (next >= 0) return withAllWins(withResult(race, next, team, 2), team)
  const week = race.medianWeeks.findIndex(({ teams }) => teams.includes(team))
  return week < 0 ? race : withAllWins(withMedianWin(race, week, team), team)
}

/**
 * How many more wins make a place certain, whatever else happens; null in a league with divisions. More than the
 * results that the team has left means that it needs help. It can be too high, never too low.
 */
export function magicNumber(team: number, race: OpenRace, { places, divisions }: GoalRules): number | null {
  if (divisions !== null) return null
  const mostUnits = race.units
    .map((units, other) => units + 2 * resultsLeft(race, other))
    .filter((_, other) => other !== team)
    .sort((a, b) => b - a)
  const bar = mostUnits[places - 1]
  if (bar === undefined) return 0
  return Math.max(0, Math.floor((bar - (race.units[team] ?? 0)) / 2) + 1)
}

/** The open results of a team, median weeks included. */
export function resultsLeft({ games, medianWeeks }: OpenRace, team: number): number {
  const weeks = medianWeeks.filter(({ teams }) => teams.includes(team)).length
  return games.filter((game) => game.includes(team)).length + weeks
}
