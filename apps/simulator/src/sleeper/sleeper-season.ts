import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { finalPoints, type RosterCounts, type StartingSlot } from '../league/rosters.ts'
import { LEAGUE_NAME } from '../league/seed-users.ts'
import {
  addGame,
  addResult,
  adjustmentOf,
  DEFAULT_RULES,
  noGames,
  pairingsOf,
  type RegularSeason,
  type SeasonTotals,
  simulateRegularSeason,
} from '../league/simulate-league.ts'
import { type Moment, momentOf, type Pair } from '../nfl.ts'
import { type Player, playersOf } from '../players.ts'
import type { Seed } from '../random.ts'
import type { SleeperLeague, SleeperShape, SleeperTeam } from './leagues.ts'

/** A complete season of a league at Sleeper. Its teams have the IDs of the simulation. */
export type SleeperSeason = RegularSeason &
  ScoredLeague & {
    league: SleeperLeague
    slots: readonly StartingSlot[]
    keepers: ReadonlyMap<number, readonly Player[]>
    leagueSeed: Seed
    finalWeek: number
    rounds: readonly (readonly number[])[]
    winners: readonly BracketGame[]
    losers: readonly BracketGame[]
    /** The round of the draft in which two teams have swapped their picks. */
    tradedRound: { round: number; teamIds: readonly [number, number] } | null
  }

export const NFL_WEEKS = 18
const STANDARD_SLOTS = DEFAULT_RULES.slots
const FLEX: StartingSlot = [23, ['RB', 'WR', 'TE']]
const LINEUPS: Readonly<
  Record<SleeperShape['lineup'], { slots: readonly StartingSlot[]; counts: RosterCounts }>
> = {
  standard: { slots: STANDARD_SLOTS, counts: { QB: 2, RB: 4, WR: 6, TE: 2, K: 1, 'D/ST': 1 } },
  superflex: {
    slots: [...STANDARD_SLOTS.filter(([id]) => id !== 16 && id !== 17), FLEX, [7, ['QB', 'RB', 'WR', 'TE']]],
    counts: { QB: 2, RB: 4, WR: 6, TE: 2 },
  },
  defenders: {
    slots: [...STANDARD_SLOTS, [11, ['DL']], [10, ['LB']], [14, ['DB']], [15, ['DL', 'LB', 'DB']]],
    counts: { QB: 2, RB: 4, WR: 6, TE: 2, K: 1, 'D/ST': 1, DL: 2, LB: 2, DB: 2 },
  },
}
/** How many players a team keeps: two of a keeper league, all but three of a dynasty. */
const KEEPERS = 2
const ROOKIE_ROUNDS = 3
const TRADED_ROUND = 2

export function simulateSleeperSeason(
  seed: Seed,
  league: SleeperLeague,
  season: number,
  previous: SleeperSeason | null,
): SleeperSeason {
  const shape = league.shapeOf(season)
  const teams = league.teamsOf(season)
  const leagueSeed = league.name === LEAGUE_NAME ? seed : `${seed} ${league.number}`
  const { finalWeek, regularWeeks, rounds } = calendarOf(shape, season)
  const { slots, counts } = LINEUPS[shape.lineup]
  const rosterCounts = league.name === LEAGUE_NAME ? DEFAULT_RULES.draft.rosterCounts : counts
  const teamIds = teams.map(({ teamId }) => teamId)
  const keepers = keepersOf(seed, season, shape, previous)
  const [first = 0, second = 0] = teamIds
  const tradedRound =
    shape.kind === 'redraft' ? null : { round: TRADED_ROUND, teamIds: [first, second] as const }
  const regular = simulateRegularSeason(seed, season, {
    seed: leagueSeed,
    teamIds,
    regularWeeks,
    slots,
    isBestBall: shape.isBestBall,
    draft: {
      rosterCounts,
      isLinear: shape.draft === 'linear',
      keepers,
      holderOf: (round, teamId) =>
        round === tradedRound?.round ? swapped(teamId, tradedRound.teamIds) : teamId,
    },
  })
  const finalScores = new Map<string, Points>()
  const base = {
    ...regular,
    league,
    shape,
    teams,
    slots,
    keepers,
    leagueSeed,
    regularWeeks,
    finalWeek,
    rounds,
    tradedRound,
    customPointsOf: (teamId: number, week: number) => {
      const adjustment = adjustmentOf(season, teamId, [week])
      const usual = finalPoints(regular.lineupOf(teamId, week))
      return (
        finalScores.get(`${teamId}/${week}`) ?? (adjustment === 0 ? null : addPoints([usual, adjustment]))
      )
    },
  }
  const seeds = standingsAt(base, finalWeek + 1)
  const inTitleBracket = seeds.slice(0, shape.playoffTeams)
  const others = seeds.slice(shape.playoffTeams, 2 * shape.playoffTeams)
  const totalOf = (teamId: number, round: number) =>
    addPoints((rounds[round - 1] ?? []).map((week) => scoreOf(base, teamId, week)))

  const winners = playBracket(inTitleBracket, {
    isReseeded: shape.isReseeded,
    isEdited: shape.edit === 'pairs',
    decide(round, pair, place) {
      const [a, b] = pair
      const isFinal = place === 1
      if (isFinal && shape.hasCustomFinal) turnFinal(pair, round)
      const winner = totalOf(b, round) > totalOf(a, round) ? b : a
      return isFinal && shape.edit === 'title' ? swapped(winner, pair) : winner
    },
  })
  const losers = playBracket(shape.isConsolation ? others : others.toReversed(), {
    isReseeded: false,
    isEdited: false,
    decide(round, [a, b]) {
      const bHasMore = totalOf(b, round) > totalOf(a, round)
      return bHasMore === shape.isConsolation ? b : a
    },
  })
  return { ...base, winners, losers }

  /** The commissioner gives the better finalist a point less than the other one. */
  function turnFinal([a, b]: readonly [number, number], round: number): void {
    const [totalA, totalB] = [totalOf(a, round), totalOf(b, round)]
    const [better, lead] = totalB > totalA ? [b, totalB - totalA] : [a, totalA - totalB]
    const week = rounds[round - 1]?.at(-1) ?? finalWeek
    finalScores.set(`${better}/${week}`, (scoreOf(base, better, week) - lead - 100) as Points)
  }
}

function calendarOf({ playoffTeams, roundType }: SleeperShape, season: number) {
  const finalWeek = season >= 2021 ? 17 : 16
  const count = playoffTeams === 0 ? 0 : Math.ceil(Math.log2(playoffTeams))
  const lengths = Array.from({ length: count }, (_, index) =>
    roundType === 2 || (roundType === 1 && index === count - 1) ? 2 : 1,
  )
  const regularWeeks = finalWeek - lengths.reduce((sum, length) => sum + length, 0)
  let week = regularWeeks
  const rounds = lengths.map((length) => Array.from({ length }, () => ++week))
  return { finalWeek, regularWeeks, rounds }
}

function keepersOf(seed: Seed, season: number, { kind }: SleeperShape, previous: SleeperSeason | null) {
  if (previous === null || kind === 'redraft') return new Map<number, Player[]>()
  const current = new Map(
    [...previous.players, ...playersOf(seed, season)].map((player) => [player.id, player]),
  )
  return new Map(
    [...previous.rosters].map(([teamId, roster]) => [
      teamId,
      roster
        .flatMap(({ id }) => current.get(id) ?? [])
        .toSorted((a, b) => b.averagePoints - a.averagePoints || a.id - b.id)
        .slice(0, kind === 'keeper' ? KEEPERS : roster.length - ROOKIE_ROUNDS),
    ]),
  )
}

function swapped(teamId: number, [a, b]: readonly [number, number]): number {
  return teamId === a ? b : teamId === b ? a : teamId
}

/** Rosters count from 1 in the order of the teams. */
export function rosterIdOf({ teams }: Pick<SleeperSeason, 'teams'>, teamId: number): number {
  return teams.findIndex((team) => team.teamId === teamId) + 1
}

export function momentIn({ season, finalWeek }: SleeperSeason, at: Date): Moment {
  return momentOf(season, at, finalWeek)
}

/** The pairs of a week as Sleeper sends them. Those of playoff weeks to come go on as in the regular season. */
export function pairsOfWeek(
  season: SleeperSeason,
  week: number,
  { week: current }: Moment,
): (readonly number[])[] {
  const { regularWeeks, finalWeek, rounds, winners, losers } = season
  if (week <= regularWeeks || week > current) {
    return (
      season.pairings[week - 1]?.slice() ?? pairingsOf(season.leagueSeed, season.season, season.teamIds, week)
    )
  }
  if (week > finalWeek) return []
  const round = rounds.findIndex((weeks) => weeks.includes(week)) + 1
  return [...winners, ...losers].filter((game) => game.round === round).map(({ teamIds }) => teamIds)
}

type ScoredSeason = Pick<RegularSeason, 'lineupOf'> & {
  /** The score that a commissioner has set; null for the usual one. */
  customPointsOf: (teamId: number, week: number) => Points | null
}

export function scoreOf({ lineupOf, customPointsOf }: ScoredSeason, teamId: number, week: number): Points {
  return customPointsOf(teamId, week) ?? finalPoints(lineupOf(teamId, week))
}

type ScoredLeague = ScoredSeason &
  Pick<RegularSeason, 'teamIds' | 'pairings'> & {
    regularWeeks: number
    shape: SleeperShape
    teams: readonly SleeperTeam[]
  }

/** The totals of each team before a week. A week without a game counts for the median only. */
export function totalsAt(season: ScoredLeague, week: number): Map<number, SeasonTotals> {
  const totals = new Map(season.teamIds.map((teamId) => [teamId, noGames()]))
  for (let played = 1; played < Math.min(week, season.regularWeeks + 1); played++) {
    const scores = new Map(season.teamIds.map((teamId) => [teamId, scoreOf(season, teamId, played)]))
    const median = season.shape.hasMedianGame ? medianOf([...scores.values()]) : null
    for (const [teamId, total] of totals) {
      const score = scores.get(teamId) ?? ZERO_POINTS
      const opponent = opponentIn(season.pairings[played - 1] ?? [], teamId)
      if (opponent !== null) addGame(total, score, scores.get(opponent) ?? ZERO_POINTS)
      if (median !== null) addResult(total, score - median)
    }
  }
  return totals
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

export type Origin = { w: number } | { l: number }

export type BracketGame = {
  /** Counts from 1, as `number` does within the bracket. */
  round: number
  number: number
  teamIds: readonly [number, number]
  /** null for a team that the bracket starts with, and if the pairs do not follow from the bracket. */
  origins: readonly [Origin | null, Origin | null]
  winner: number
  loser: number
  /** The place that the winner takes; null if both play on. */
  place: number | null
}

type BracketRules = {
  /** Whether the best team left plays the last one in every round. */
  isReseeded: boolean
  /** Whether the commissioner has swapped the opponents of the semifinals. */
  isEdited: boolean
  /** The winner of a game of two teams, the better seed first. */
  decide: (round: number, pair: readonly [number, number], place: number | null) => number
}

type Entrant = { teamId: number; origin: Origin | null }
type Pool = { place: number; entrants: readonly Entrant[] }

const SEMIFINALISTS = 4

/** Plays a bracket of the seeds, best first. The top seeds have byes if their number is no power of two. */
function playBracket(
  seeds: readonly number[],
  { isReseeded, isEdited, decide }: BracketRules,
): BracketGame[] {
  const games: BracketGame[] = []
  let pools: Pool[] = [{ place: 1, entrants: seeds.map((teamId) => ({ teamId, origin: null })) }]
  for (let round = 1; pools.some(({ entrants }) => entrants.length > 1); round++) {
    pools = pools.filter(({ entrants }) => entrants.length > 1).flatMap((pool) => playRound(pool, round))
  }
  return games

  function playRound(pool: Pool, round: number): Pool[] {
    const entrants = inOrder(pool)
    const size = 2 ** Math.ceil(Math.log2(entrants.length))
    const byes = entrants.slice(0, size - entrants.length)
    const playing = entrants.slice(byes.length)
    const played = playing.slice(0, playing.length / 2).map((first, index) => {
      const second = playing[playing.length - 1 - index] as Entrant
      return playPair([first, second], round, entrants.length === 2 ? pool.place : null)
    })
    return [
      {
        place: pool.place,
        entrants: [
          ...byes,
          ...played.map(({ winner, number }) => ({ teamId: winner, origin: { w: number } })),
        ],
      },
      {
        place: pool.place + byes.length + played.length,
        entrants: played.map(({ loser, number }) => ({ teamId: loser, origin: { l: number } })),
      },
    ]
  }

  /** A bracket whose pairs do not follow from the games before does not say where its teams come from. */
  function inOrder({ place, entrants }: Pool): readonly Entrant[] {
    const [first, second, third, fourth] = entrants
    const isSwapped = isEdited && place === 1 && entrants.length === SEMIFINALISTS
    if (isSwapped) return [first, second, fourth, third].flatMap((each) => each ?? []).map(withoutOrigin)
    if (!isReseeded) return entrants
    return entrants.toSorted((a, b) => seeds.indexOf(a.teamId) - seeds.indexOf(b.teamId)).map(withoutOrigin)
  }

  function playPair(
    [first, second]: readonly [Entrant, Entrant],
    round: number,
    place: number | null,
  ): BracketGame {
    const isBetter = seeds.indexOf(first.teamId) < seeds.indexOf(second.teamId)
    const pair = isBetter
      ? ([first.teamId, second.teamId] as const)
      : ([second.teamId, first.teamId] as const)
    const winner = decide(round, pair, place)
    const game: BracketGame = {
      round,
      number: games.length + 1,
      teamIds: [first.teamId, second.teamId],
      origins: [first.origin, second.origin],
      winner,
      loser: winner === first.teamId ? second.teamId : first.teamId,
      place,
    }
    games.push(game)
    return game
  }
}

const withoutOrigin = ({ teamId }: Entrant): Entrant => ({ teamId, origin: null })
