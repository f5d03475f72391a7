import { countByes, type PlayoffPlan } from '../odds/playoff-bracket.ts'
import { seedOf } from '../odds/random.ts'
import { fitScoreModel, type ScoreModel } from '../odds/score-model.ts'
import { totalsOf } from '../odds/season-totals.ts'
import { type SeedingRules, seedOrder } from '../odds/seed-order.ts'
import { type GamePick, simulateSeason, type TeamOdds } from '../odds/simulate-season.ts'
import { playedPeriods, type RegularSeason } from '../season/regular-season.ts'
import { MAX_TEAMS, type OpenRace } from './clinch.ts'
import type { GoalRules } from './place-goals.ts'
import {
  certaintyOfTeams,
  labelOf,
  magicNumber,
  type RaceLabel,
  resultsLeft,
  type TeamCertainty,
} from './race-status.ts'
import { describeScenarios, scenariosOf } from './scenarios.ts'

export const MIN_WEEKS_FOR_ODDS = 3

export type TeamRace = {
  teamId: number
  /** Half wins and results so far, median games included. */
  units: number
  results: number
  /** The seed by the standings so far, counted from 1. */
  currentSeed: number
  resultsLeft: number
  odds: TeamOdds | null
  certainty: TeamCertainty
  /** null if the pairings of a week are not known. */
  label: RaceLabel | null
  /** null in leagues with divisions, and if the pairings of a week are not known. */
  magicNumber: number | null
  /** What makes the place certain; only in the last week, for places that are open. */
  scenarios: string | null
}

export type PlayoffRace = {
  /** In the order of the teams of the season. */
  teams: TeamRace[]
  model: { runs: number; seed: number; mean: number; spread: number } | null
}

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

/** Throws a RangeError for more than 30 teams. */
export function playoffRace(season: RegularSeason, options: RaceOptions): PlayoffRace {
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

function describeModel(model: ScoreModel | null, runs: number, seed: number): PlayoffRace['model'] {
  return model === null ? null : { runs, seed, mean: model.mean, spread: model.spread }
}

function describeTeams(
  season: RegularSeason,
  odds: readonly TeamOdds[] | null,
  { rules, picks = [], names, isScheduleComplete = true }: RaceOptions,
): TeamRace[] {
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
