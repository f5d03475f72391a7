import { addPoints, type Points } from '@fieldhouse/domain/points'
import { finalPoints, type RosterCounts, type StartingSlot } from '../league/rosters.ts'
import { LEAGUE_NAME } from '../league/seed-users.ts'
import {
  adjustmentOf,
  DEFAULT_RULES,
  pairingsOf,
  type RegularSeason,
  simulateRegularSeason,
} from '../league/simulate-league.ts'
import { type Moment, momentOf } from '../nfl.ts'
import { type Player, playersOf } from '../players.ts'
import type { Seed } from '../random.ts'
import { type BracketGame, playBracket } from './bracket.ts'
import type { SleeperLeague, SleeperShape } from './leagues.ts'
import { type ScoredLeague, scoreOf, standingsAt } from './totals.ts'

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
