import type { RegularSeason } from '../season/regular-season.ts'
import { normalNumbers, randomNumbers, type ScoreModel } from './score-model.ts'
import {
  addGame,
  addPoints,
  addTo,
  copyTotals,
  emptyTotals,
  type MutableTotals,
  totalsOf,
} from './season-totals.ts'
import { type SeedingRules, seedOrder } from './seed-order.ts'

export type GamePick = { gameId: number; winner: 'home' | 'away' | 'tie' }

export type SimulationPlan = {
  season: RegularSeason
  model: ScoreModel
  rules: SeedingRules
  playoffs: PlayoffPlan
  runs: number
  seed: number
  /** Results of open games that are taken as given. They replace the winner, and the simulated points stay. */
  picks?: readonly GamePick[]
}

/** The share of playoffs among the runs with a result of a game; null if it is too rare for a share. */
type GameStake = { gameId: number; homeWins: number | null; awayWins: number | null }

/** A share of fewer runs could be off by more than five percentage points. */
const MIN_RUNS_FOR_STAKES = 400

export type TeamOdds = ReturnType<typeof simulateSeason>[number]

/**
 * Plays the rest of a season many times: every team's true strength is drawn once for each run, then the scores of all
 * open weeks, then the bracket. The same plan always gives the same odds, in the order of the teams: shares of the runs,
 * 0 to 1, and the mean of the final wins, a tie as half a win.
 */
export function simulateSeason(plan: SimulationPlan) {
  const { season, rules, playoffs, runs } = plan
  const teams = season.teams.length
  const random = randomNumbers(plan.seed)
  const rest = restOfSeason(plan)
  const draw = normalNumbers(random)
  const playPlayoffs = bracketPlayer(playoffs)
  const base = totalsOf(season)
  const totals = emptyTotals(teams)
  const seedCounts = new Float64Array(teams * teams)
  const titles = new Float64Array(teams)
  const divisions = new Float64Array(teams)
  const units = new Float64Array(teams)
  const prior = plan.model.teams.map(({ strength, variance }) => ({
    strength,
    deviation: Math.sqrt(variance),
  }))
  const strengths = new Float64Array(teams)
  const stakes = countStakes(rest.nextGames, teams, playoffs.places)
  for (let run = 0; run < runs; run += 1) {
    for (const [team, { strength, deviation }] of prior.entries())
      strengths[team] = strength + deviation * draw()
    copyTotals(base, totals)
    rest.play(totals, strengths, draw)
    const order = seedOrder(totals, rules, random)
    stakes.add(rest.nextUnits, order)
    for (const [place, team] of order.entries()) {
      addTo(seedCounts, team * teams + place, 1)
      addTo(units, team, totals.units[team] ?? 0)
    }
    for (const winner of divisionWinners(order, rules)) addTo(divisions, winner, 1)
    const scoreOf = (team: number, weeks: number) => {
      let score = 0
      for (let week = 0; week < weeks; week += 1) score += (strengths[team] ?? 0) + plan.model.spread * draw()
      return score
    }
    const champion = playPlayoffs(order, (a, b, weeks) => {
      const score = scoreOf(a, weeks)
      return score >= scoreOf(b, weeks) ? a : b
    })
    addTo(titles, champion, 1)
  }
  return season.teams.map(({ teamId }, team) => {
    const counts = Array.from(seedCounts.subarray(team * teams, (team + 1) * teams))
    const shareOf = (places: number) => counts.slice(0, places).reduce((sum, count) => sum + count, 0) / runs
    return {
      teamId,
      playoffs: shareOf(playoffs.places),
      bye: shareOf(countByes(playoffs.places)),
      firstSeed: shareOf(1),
      division: rules.divisions === null ? null : (divisions[team] ?? 0) / runs,
      title: (titles[team] ?? 0) / runs,
      seeds: counts.map((count) => count / runs),
      meanWins: (units[team] ?? 0) / 2 / runs,
      stakes: stakes.of(team),
    }
  })
}

/** Counts the playoffs of each team by the result of each game. Ties, which only picks decide, are not counted. */
function countStakes(gameIds: readonly number[], teams: number, places: number) {
  const runsOf = new Float64Array(gameIds.length * 2)
  const playoffsOf = new Float64Array(gameIds.length * 2 * teams)
  return {
    /** @param units the half wins of the home teams */
    add(units: ArrayLike<number>, order: readonly number[]) {
      for (let game = 0; game < gameIds.length; game += 1) {
        if (units[game] === UNITS.tie) continue
        const side = 2 * game + (units[game] === UNITS.home ? 0 : 1)
        addTo(runsOf, side, 1)
        for (let seed = 0; seed < places; seed += 1) addTo(playoffsOf, side * teams + (order[seed] ?? 0), 1)
      }
    },
    of: (team: number): GameStake[] =>
      gameIds.map((gameId, game) => {
        const [homeWins = null, awayWins = null] = [2 * game, 2 * game + 1].map((side) => {
          const runs = runsOf[side] ?? 0
          return runs < MIN_RUNS_FOR_STAKES ? null : (playoffsOf[side * teams + team] ?? 0) / runs
        })
        return { gameId, homeWins, awayWins }
      }),
  }
}

function divisionWinners(order: readonly number[], { divisions }: SeedingRules): number[] {
  if (divisions === null) return []
  return order.slice(0, new Set(divisions).size)
}

function restOfSeason({ season, model, picks = [] }: SimulationPlan) {
  const teams = season.teams.length
  const indexOf = new Map(season.teams.map(({ teamId }, index) => [teamId, index]))
  const weeks = [...new Set(season.openGames.flatMap((game) => game.weeks))].sort((a, b) => a - b)
  const pickOf = new Map(picks.map(({ gameId, winner }) => [gameId, winner]))
  const games = season.openGames.map(({ gameId, period, weeks: gameWeeks, homeId, awayId }) => ({
    period,
    home: indexOf.get(homeId) ?? 0,
    away: indexOf.get(awayId) ?? 0,
    weeks: gameWeeks.map((week) => weeks.indexOf(week)),
    pick: pickOf.get(gameId) ?? null,
  }))
  const lastGameOf = new Map(games.map((game) => [game.period, game]))
  const scores = new Float64Array(weeks.length * teams)
  /** The scores of a week in progress that are final already. */
  const decided = season.games
    .filter(({ period }) => period > season.completedPeriods)
    .flatMap(({ period, home, away }) =>
      [home, away].map(({ teamId, points }) => ({
        period,
        team: indexOf.get(teamId) ?? 0,
        score: points / 100,
      })),
    )

  const scoreOf = (team: number, gameWeeks: readonly number[]) => {
    let score = 0
    for (const week of gameWeeks) score += model.mean + (scores[week * teams + team] ?? 0)
    return score
  }

  const nextGames = season.openGames.filter(({ period }) => period === season.openGames[0]?.period)
  const nextUnits = new Float64Array(nextGames.length)

  return {
    nextGames: nextGames.map(({ gameId }) => gameId),
    /** The half wins of their home teams in the last rest of the season that was played. */
    nextUnits,
    play(totals: MutableTotals, strengths: Float64Array, draw: () => number) {
      for (let at = 0; at < scores.length; at += 1)
        scores[at] = (strengths[at % teams] ?? 0) + model.spread * draw()
      let period: { team: number; score: number }[] = []
      for (const [index, game] of games.entries()) {
        const { home, away } = game
        const homeScore = scoreOf(home, game.weeks)
        const awayScore = scoreOf(away, game.weeks)
        const units = game.pick === null ? 2 * Number(homeScore > awayScore) : UNITS[game.pick]
        if (index < nextUnits.length) nextUnits[index] = units
        addGame(totals, home, away, units)
        addPoints(totals, home, away, homeScore, awayScore)
        if (!season.hasMedianGame) continue
        period.push({ team: home, score: homeScore }, { team: away, score: awayScore })
        if (lastGameOf.get(game.period) !== game) continue
        playMedian(totals, [...period, ...decided.filter((each) => each.period === game.period)])
        period = []
      }
    },
  }
}

const UNITS = { home: 2, tie: 1, away: 0 } as const

/** The upper half of the scores wins against the median. With an odd number, the middle one ties. */
function playMedian(totals: MutableTotals, period: { team: number; score: number }[]): void {
  period.sort((a, b) => b.score - a.score)
  const middle = (period.length - 1) / 2
  for (const [index, { team }] of period.entries()) {
    addTo(totals.units, team, 1 + Math.sign(middle - index))
    addTo(totals.results, team, 1)
  }
}

export type PlayoffPlan = {
  places: number
  /** The NFL weeks of each round, in order. The last number counts for all further rounds. */
  roundWeeks: readonly number[]
  /** Whether the best seed left always plays the worst one. */
  isReseeded: boolean
  /** The rounds that the provider has paired, in order. They replace our own pairings. */
  knownRounds: readonly KnownRound[]
}

/** Teams are indexes. */
export type KnownRound = {
  pairings: readonly { teams: readonly [number, number]; winner: number | null }[]
  byes: readonly number[]
}

type PlayGame = (a: number, b: number, weeks: number) => number

export function countByes(places: number): number {
  return 2 ** Math.ceil(Math.log2(places)) - places
}

/** The seeds of a fixed bracket in its order. Neighbors play each other, and seeds beyond the places are byes. */
export function bracketOrder(places: number): number[] {
  let order = [1]
  while (order.length < places) order = order.flatMap((seed) => [seed, 2 * order.length + 1 - seed])
  return order
}

/** The function takes the seeds best first, and can be called once for each run of a simulation. */
export function bracketPlayer(plan: PlayoffPlan): (seeds: readonly number[], play: PlayGame) => number {
  const { roundWeeks, isReseeded, knownRounds } = plan
  const order = bracketOrder(plan.places)
  return (seeds, play) => {
    /** Teams in the order of the bracket; null is a bye. */
    let slots: (number | null)[] = []
    for (const seed of order) slots.push(seed <= plan.places ? (seeds[seed - 1] ?? null) : null)
    for (let round = 0; slots.length > 1; round += 1) {
      const weeks = roundWeeks[Math.min(round, roundWeeks.length - 1)] ?? 1
      const known = knownRounds[round]
      if (known === undefined) slots = playRound(isReseeded ? reseed(slots, seeds) : slots, weeks, play)
      else slots = playKnownRound(known, seeds, order, (a, b) => play(a, b, weeks))
    }
    return slots[0] ?? -1
  }
}

/** Neighbors play each other. */
function playRound(slots: readonly (number | null)[], weeks: number, play: PlayGame): (number | null)[] {
  const winners: (number | null)[] = []
  for (let slot = 0; slot < slots.length; slot += 2) {
    const [a, b] = [slots[slot] ?? null, slots[slot + 1] ?? null]
    winners.push(a === null || b === null ? (a ?? b) : play(a, b, weeks))
  }
  return winners
}

function reseed(slots: readonly (number | null)[], seeds: readonly number[]): (number | null)[] {
  const alive = slots.filter((team) => team !== null).sort((a, b) => seeds.indexOf(a) - seeds.indexOf(b))
  return alive
    .slice(0, slots.length / 2)
    .flatMap((team, index) => [team, alive[slots.length - 1 - index] ?? null])
}

/** The winners and byes, in the order of the bracket of their best seed. */
function playKnownRound(
  { pairings, byes }: KnownRound,
  seeds: readonly number[],
  order: readonly number[],
  play: (a: number, b: number) => number,
): number[] {
  const position = (team: number) => order.indexOf(seeds.indexOf(team) + 1)
  const entries = [
    ...pairings.map(({ teams, winner }) => ({ teams, winner })),
    ...byes.map((team) => ({ teams: [team, team] as const, winner: team })),
  ]
  const bestPosition = (teams: readonly [number, number]) =>
    position(seeds.indexOf(teams[0]) <= seeds.indexOf(teams[1]) ? teams[0] : teams[1])
  return entries
    .sort((a, b) => bestPosition(a.teams) - bestPosition(b.teams))
    .map(({ teams, winner }) => winner ?? play(teams[0], teams[1]))
}
