import { fitScoreModel, type ScoreModel, seedOf } from '../odds/score-model.ts'
import { totalsOf } from '../odds/season-totals.ts'
import { type SeedingRules, seedOrder } from '../odds/seed-order.ts'
import {
  countByes,
  type GamePick,
  type PlayoffPlan,
  simulateSeason,
  type TeamOdds,
} from '../odds/simulate-season.ts'
import { playedPeriods, type RegularSeason } from '../season/regular-season.ts'
import {
  type GoalKind,
  type GoalRules,
  goalOf,
  isClinched,
  isEliminated,
  MAX_TEAMS,
  type OpenRace,
} from './clinch.ts'
import { describeScenarios, scenariosOf } from './scenarios.ts'

export const MIN_WEEKS_FOR_ODDS = 3

export type PlayoffRace = ReturnType<typeof playoffRace>

export type TeamRace = PlayoffRace['teams'][number]

export type RaceOptions = {
  rules: { seeding: SeedingRules; playoffs: PlayoffPlan }
  runs: number
  /** The text that the seed is derived from, such as `league/season/week`. */
  seedText: string
  /** The names of the teams by ID, for the scenarios. */
  names: ReadonlyMap<number, string>
  /** Whether the pairings of all weeks are known. Otherwise nothing is certain, and there are no odds. */
  isScheduleComplete?: boolean
  picks?: readonly GamePick[]
}

/**
 * In the order of the teams of the season. `units` and `results` are the half wins and the results so far, median games
 * included. Throws a RangeError for more than 30 teams.
 */
export function playoffRace(season: RegularSeason, options: RaceOptions) {
  if (season.teams.length > MAX_TEAMS) throw new RangeError(`too many teams: ${season.teams.length}`)
  const { rules, runs, picks = [], isScheduleComplete = true } = options
  const seed = seedOf(options.seedText)
  const model = playedPeriods(season).length < MIN_WEEKS_FOR_ODDS ? null : fitScoreModel(season)
  const odds =
    model === null || !isScheduleComplete
      ? null
      : simulateSeason({ season, model, rules: rules.seeding, playoffs: rules.playoffs, runs, seed, picks })
  return { teams: describeTeams(season, odds, options), model: describeModel(model, runs, seed) }
}

function describeModel(model: ScoreModel | null, runs: number, seed: number) {
  return model === null ? null : { runs, seed, mean: model.mean, spread: model.spread }
}

function describeTeams(
  season: RegularSeason,
  odds: readonly TeamOdds[] | null,
  { rules, picks = [], names, isScheduleComplete = true }: RaceOptions,
) {
  const totals = totalsOf(season)
  const order = seedOrder(totals, rules.seeding)
  const { race, medianOfNextWeek } = toOpenRace(season, picks)
  const { places } = rules.playoffs
  const goals: GoalRules = { places, byes: countByes(places), divisions: rules.seeding.divisions }
  const certainty = isScheduleComplete
    ? certaintyOfTeams(race, goals, season.openGames.length === 0 ? order : null)
    : []
  const isLastWeek = new Set(season.openGames.map(({ period }) => period)).size === 1
  return season.teams.map(({ teamId }, team) => {
    const own = certainty[team] ?? { place: 'open', bye: null, first: null, division: null }
    const hasScenarios =
      isScheduleComplete && isLastWeek && own.place === 'open' && race.medianWeeks.length === 0
    return {
      teamId,
      units: totals.units[team] ?? 0,
      results: totals.results[team] ?? 0,
      currentSeed: order.indexOf(team) + 1,
      resultsLeft: resultsLeft(race, team),
      odds: odds?.[team] ?? null,
      certainty: own,
      label: isScheduleComplete ? labelOf(team, race, goals, own, medianOfNextWeek) : null,
      magicNumber: isScheduleComplete ? magicNumber(team, race, goals) : null,
      scenarios: hasScenarios
        ? describeScenarios(
            scenariosOf(team, race, goals),
            (other) => names.get(season.teams[other]?.teamId ?? 0) ?? `${other + 1}`,
          )
        : null,
    }
  })
}

export function toOpenRace(
  season: RegularSeason,
  picks: readonly GamePick[] = [],
): { race: OpenRace; medianOfNextWeek: number | null } {
  const indexOf = new Map(season.teams.map(({ teamId }, index) => [teamId, index]))
  const units = Array.from(totalsOf(season).units)
  const pickOf = new Map(picks.map(({ gameId, winner }) => [gameId, winner]))
  const games: (readonly [number, number])[] = []
  for (const { gameId, homeId, awayId } of season.openGames) {
    const pair = [indexOf.get(homeId) ?? 0, indexOf.get(awayId) ?? 0] as const
    const winner = pickOf.get(gameId)
    if (winner === undefined) games.push(pair)
    else for (const [side, team] of pair.entries()) units[team] = (units[team] ?? 0) + unitsOf(winner, side)
  }
  const medianWeeks = season.hasMedianGame ? openMedianWeeks(season, indexOf) : []
  return { race: { units, games, medianWeeks }, medianOfNextWeek: medianWeeks.length === 0 ? null : 0 }
}

function unitsOf(winner: GamePick['winner'], side: number): number {
  if (winner === 'tie') return 1
  return (winner === 'home') === (side === 0) ? 2 : 0
}

function openMedianWeeks(
  { teams, games, openGames, completedPeriods }: RegularSeason,
  indexOf: ReadonlyMap<number, number>,
): OpenRace['medianWeeks'] {
  return [...new Set(openGames.map(({ period }) => period))].map((period) => {
    const decided = games.filter((game) => game.period === period && period > completedPeriods)
    const playing = [
      ...openGames.filter((game) => game.period === period).flatMap(({ homeId, awayId }) => [homeId, awayId]),
      ...decided.flatMap(({ home, away }) => [home.teamId, away.teamId]),
    ]
    return {
      teams: playing.map((teamId) => indexOf.get(teamId) ?? 0),
      units: playing.length < teams.length ? null : playing.length,
    }
  })
}

export type Certainty = 'clinched' | 'eliminated' | 'open'

/** null for goals that the league does not have. */
type TeamCertainty = Readonly<Record<GoalKind, Certainty | null>>

/** The first text that applies to a team, from a certain first seed down to help that it needs. */
type RaceLabel =
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

const KINDS: readonly GoalKind[] = ['place', 'bye', 'first', 'division']

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
