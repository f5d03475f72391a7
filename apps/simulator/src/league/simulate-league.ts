import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type NflSeason, nflSeason, type Pair, pairsOfRound, shapeOf, weeksOfPeriod } from '../nfl.ts'
import { defendersOf, type Player, type PlayerWeek, playersOf, simulatePlayerWeek } from '../players.ts'
import { randomFrom, type Seed } from '../random.ts'
import { type DraftPick, type DraftRules, draftOrder, ROSTER_COUNTS, simulateDraft } from './draft.ts'
import { type GameWeeks, playGame, type SideOf, type SimulatedGame } from './game.ts'
import {
  benchEveryone,
  finalPoints,
  type LineupEntry,
  STARTING_SLOTS,
  type StartingSlot,
  setLineup,
} from './lineup.ts'
import { playPlayoffs } from './playoffs.ts'
import { teamIdsIn } from './seed-users.ts'
import { rankTeams } from './standings.ts'

const NO_TEAM = 0

export type SimulatedTrade = { week: number; offers: Offer; wants: Offer }

export type Offer = { teamId: number; playerId: number }

export type RegularSeason = {
  seed: Seed
  season: number
  /** In ascending order. */
  teamIds: readonly number[]
  nfl: NflSeason
  players: Player[]
  draftOrder: number[]
  picks: DraftPick[]
  rosters: ReadonlyMap<number, readonly Player[]>
  pairings: readonly (readonly Pair[])[]
  /** Returns the lineup of a week from 1 on, including weeks after the fantasy season. */
  lineupOf: (teamId: number, week: number) => LineupEntry[]
}

/** A complete simulated season. The state at any point in time is derived from it. */
export type SimulatedSeason = Omit<RegularSeason, 'rosters' | 'pairings'> & {
  /** Ordered by week and ID, with the playoffs after the regular season. */
  games: SimulatedGame[]
  /** Team IDs from the champion to the last place. */
  finalOrder: number[]
  /** Oldest first; see `withTrades`. */
  trades: readonly SimulatedTrade[]
}

export type LeagueRules = {
  seed: Seed
  teamIds: readonly number[]
  regularWeeks: number
  slots: readonly StartingSlot[]
  isBestBall: boolean
  draft: Omit<DraftRules, 'order'>
}

/** Simulates a season of the league. The same seed and season give the same result. */
export function simulateLeague({ seed, season }: { seed: Seed; season: number }): SimulatedSeason {
  const { regularWeeks } = shapeOf(season)
  const {
    rosters: _rosters,
    pairings,
    ...regular
  } = simulateRegularSeason(seed, season, {
    ...DEFAULT_RULES,
    seed,
    teamIds: teamIdsIn(season),
    regularWeeks,
  })
  const { teamIds, lineupOf } = regular
  const sideOf: SideOf = (teamId, weeks) => {
    const adjustment = adjustmentOf(season, teamId, weeks)
    const points = weeks.map((week) => finalPoints(lineupOf(teamId, week)))
    return { teamId, points: addPoints([...points, adjustment]), adjustment }
  }
  const gameWeeksOf = (period: number): GameWeeks => ({ period, weeks: weeksOfPeriod(season, period) })
  const games = playRegularSeason(pairings, gameWeeksOf, sideOf)
  const seeds = rankTeams(games, teamIds)
  const rounds = [1, 2, 3].map((round) => gameWeeksOf(regularWeeks + round))
  const playoffs = playPlayoffs(seeds, rounds, games.length + 1, sideOf)
  return { ...regular, games: [...games, ...playoffs.games], finalOrder: playoffs.finalOrder, trades: [] }
}

export const DEFAULT_RULES: Omit<LeagueRules, 'seed' | 'teamIds' | 'regularWeeks'> = {
  slots: STARTING_SLOTS,
  isBestBall: false,
  draft: {
    rosterCounts: ROSTER_COUNTS,
    isLinear: false,
    keepers: new Map(),
    holderOf: (_round, teamId) => teamId,
  },
}

/** Simulates the draft and the lineups of a season. `seed` is that of the NFL. */
export function simulateRegularSeason(seed: Seed, season: number, rules: LeagueRules): RegularSeason {
  const { teamIds, draft } = rules
  const nfl = nflSeason(seed, season)
  const hasDefenders = (draft.rosterCounts.LB ?? 0) > 0
  const players = [...playersOf(seed, season), ...(hasDefenders ? defendersOf(seed, season) : [])]
  const order = draftOrder(rules.seed, season, teamIds)
  const picks = simulateDraft(rules.seed, season, players, { ...draft, order })
  const byId = new Map(players.map((player) => [player.id, player]))
  const drafted = Map.groupBy(picks, ({ teamId }) => teamId)
  const rosters = new Map(
    teamIds.map((teamId) => [
      teamId,
      [...(draft.keepers.get(teamId) ?? []).map(({ id }) => id), ...idsOf(drafted.get(teamId) ?? [])].flatMap(
        (id) => byId.get(id) ?? [],
      ),
    ]),
  )
  const pairings = Array.from({ length: rules.regularWeeks }, (_, index) =>
    pairingsOf(rules.seed, season, teamIds, index + 1),
  )
  return {
    seed,
    season,
    teamIds,
    nfl,
    players,
    draftOrder: order,
    picks,
    rosters,
    pairings,
    lineupOf: createLineups({ seed, season, nfl, rosters, pairings, rules }),
  }
}

const idsOf = (picks: readonly DraftPick[]) => picks.map(({ playerId }) => playerId)

export function pairingsOf(seed: Seed, season: number, teamIds: readonly number[], week: number): Pair[] {
  const teams = randomFrom(seed, season, 'schedule').shuffle(teamIds)
  const isOdd = teams.length % 2 === 1
  return pairsOfRound(isOdd ? [...teams, NO_TEAM] : teams, week).filter((pair) => !pair.includes(NO_TEAM))
}

function playRegularSeason(
  weeks: readonly (readonly Pair[])[],
  gameWeeksOf: (period: number) => GameWeeks,
  sideOf: SideOf,
): SimulatedGame[] {
  const games: SimulatedGame[] = []
  for (const [index, pairs] of weeks.entries()) {
    for (const [homeId, awayId] of pairs) {
      games.push(playGame(games.length + 1, gameWeeksOf(index + 1), { tier: 'NONE', homeId, awayId }, sideOf))
    }
  }
  return games
}

type LineupContext = Pick<RegularSeason, 'seed' | 'season' | 'nfl' | 'rosters' | 'pairings'> & {
  rules: LeagueRules
}

function createLineups({
  seed,
  season,
  nfl,
  rosters,
  pairings,
  rules: { slots, isBestBall },
}: LineupContext): RegularSeason['lineupOf'] {
  const rank = isBestBall ? ({ final }: PlayerWeek) => final ?? -1 : undefined
  const cache = new Map<string, LineupEntry[]>()
  return (teamId, week) => {
    const key = `${teamId}/${week}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const entries = (rosters.get(teamId) ?? []).map((player) => ({
      player,
      week: simulatePlayerWeek(seed, season, nfl, player, week),
    }))
    const isTanked = isTanking(season, teamId, week, pairings)
    const lineup = isTanked ? benchEveryone(entries) : setLineup(entries, slots, rank)
    cache.set(key, lineup)
    return lineup
  }
}

const ADJUSTMENT = { season: 2020, week: 8, teamId: 5, points: 1400 as Points } as const

/** In one game both teams benched all players, so it ended 0–0. */
const TANKED_GAME = { season: 2022, week: 14 } as const

export function adjustmentOf(season: number, teamId: number, weeks: readonly number[]): Points {
  const isAdjusted =
    season === ADJUSTMENT.season && teamId === ADJUSTMENT.teamId && weeks.includes(ADJUSTMENT.week)
  return isAdjusted ? ADJUSTMENT.points : ZERO_POINTS
}

/** Whether a team benches all players in a week. `weeks` has the pairings of each week, from week 1. */
export function isTanking(
  season: number,
  teamId: number,
  week: number,
  weeks: readonly (readonly Pair[])[],
): boolean {
  const [game] = weeks[week - 1] ?? []
  return season === TANKED_GAME.season && week === TANKED_GAME.week && game?.includes(teamId) === true
}
