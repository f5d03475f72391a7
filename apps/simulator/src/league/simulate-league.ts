import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import {
  type Moment,
  type NflSeason,
  nflSeason,
  type Pair,
  pairsOfRound,
  periodOfWeek,
  shapeOf,
  weeksOfPeriod,
} from '../nfl.ts'
import { defendersOf, type Player, type PlayerWeek, playersOf, simulatePlayerWeek } from '../players.ts'
import { randomFrom, type Seed } from '../random.ts'
import {
  BENCH,
  benchEveryone,
  type DraftPick,
  type DraftRules,
  draftOrder,
  finalPoints,
  type LineupEntry,
  ROSTER_COUNTS,
  STARTING_SLOTS,
  type StartingSlot,
  setLineup,
  simulateDraft,
} from './rosters.ts'
import { teamIdsIn } from './seed-users.ts'

const NO_TEAM = 0

type SimulatedTrade = { week: number; offers: Offer; wants: Offer }

type Offer = { teamId: number; playerId: number }

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

type LeagueRules = {
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
function isTanking(
  season: number,
  teamId: number,
  week: number,
  weeks: readonly (readonly Pair[])[],
): boolean {
  const [game] = weeks[week - 1] ?? []
  return season === TANKED_GAME.season && week === TANKED_GAME.week && game?.includes(teamId) === true
}

export type Tier = 'NONE' | 'WINNERS_BRACKET' | 'WINNERS_CONSOLATION_LADDER' | 'LOSERS_CONSOLATION_LADDER'
export type Winner = 'HOME' | 'AWAY' | 'TIE' | 'UNDECIDED'
/** One team of a game. The points include the commissioner's adjustment. */
export type Side = { teamId: number; points: Points; adjustment: Points }

export type SimulatedGame = ReturnType<typeof playGame>

type Pairing = { tier: Tier; homeId: number; awayId: number | null }

type SideOf = (teamId: number, weeks: readonly number[]) => Side

/** The NFL weeks of the game are one, or two for a two-week championship. */
type GameWeeks = { period: number; weeks: readonly number[] }

/**
 * Plays a game. A tied playoff game is won by the home team, which has the better seed. Nobody is away in a bye, which
 * the top two seeds have in the first playoff round, and its winner is UNDECIDED.
 */
function playGame(
  id: number,
  { period, weeks }: GameWeeks,
  { tier, homeId, awayId }: Pairing,
  sideOf: SideOf,
) {
  const home = sideOf(homeId, weeks)
  const away = awayId === null ? null : sideOf(awayId, weeks)
  return { id, period, weeks, tier, home, away, winner: winnerOf(home, away, tier) }
}

function winnerOf(home: Side, away: Side | null, tier: Tier): Winner {
  if (away === null) return 'UNDECIDED'
  if (home.points === away.points) return tier === 'NONE' ? 'TIE' : 'HOME'
  return home.points > away.points ? 'HOME' : 'AWAY'
}

/**
 * Plays the playoffs: six teams in three rounds. The top two seeds have a bye, then play the winners of 4–5
 * and 3–6. The losers play for the ranks below. So do the teams that missed the playoffs, in a ladder.
 */
export function playPlayoffs(
  seeds: readonly number[],
  rounds: readonly GameWeeks[],
  firstId: number,
  sideOf: SideOf,
): { games: SimulatedGame[]; finalOrder: number[] } {
  const games: SimulatedGame[] = []
  const play = (round: number, pairings: readonly Pairing[]) => {
    const gameWeeks = rounds[round]
    if (gameWeeks === undefined) throw new RangeError('the playoffs have three rounds')
    const played = pairings.map((pairing, index) =>
      playGame(firstId + games.length + index, gameWeeks, pairing, sideOf),
    )
    games.push(...played)
    return played
  }
  const [s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, ...rest] = seeds
  const betterSeedFirst = (a: number, b: number): [number, number] =>
    seeds.indexOf(a) < seeds.indexOf(b) ? [a, b] : [b, a]
  const versus = (tier: Tier, [homeId, awayId]: [number, number]): Pairing => ({ tier, homeId, awayId })
  const ladder = (order: readonly number[]) =>
    pairsOf(order).map((pair) => versus('LOSERS_CONSOLATION_LADDER', pair))

  const [, fourFive, threeSix, , ...firstLadder] = play(0, [
    { tier: 'WINNERS_BRACKET', homeId: s1, awayId: null },
    versus('WINNERS_BRACKET', [s4, s5]),
    versus('WINNERS_BRACKET', [s3, s6]),
    { tier: 'WINNERS_BRACKET', homeId: s2, awayId: null },
    ...ladder(rest),
  ]).map(outcomeOf) as [GameOutcome, GameOutcome, GameOutcome, GameOutcome, ...GameOutcome[]]
  const fifthPlacePair = betterSeedFirst(fourFive.loser, threeSix.loser)

  const [semifinal1, semifinal2, , ...secondLadder] = play(1, [
    versus('WINNERS_BRACKET', betterSeedFirst(s1, fourFive.winner)),
    versus('WINNERS_BRACKET', betterSeedFirst(s2, threeSix.winner)),
    versus('WINNERS_CONSOLATION_LADDER', fifthPlacePair),
    ...ladder(climbLadder(firstLadder)),
  ]).map(outcomeOf) as [GameOutcome, GameOutcome, GameOutcome, ...GameOutcome[]]

  const last = play(2, [
    versus('WINNERS_BRACKET', betterSeedFirst(semifinal1.winner, semifinal2.winner)),
    versus('WINNERS_CONSOLATION_LADDER', betterSeedFirst(semifinal1.loser, semifinal2.loser)),
    versus('WINNERS_CONSOLATION_LADDER', fifthPlacePair),
    ...ladder(climbLadder(secondLadder)),
  ]).map(outcomeOf)
  return { games, finalOrder: last.flatMap(({ winner, loser }) => [winner, loser]) }
}

type GameOutcome = { winner: number; loser: number }

function outcomeOf({ home, away, winner }: SimulatedGame): GameOutcome {
  const awayId = away?.teamId ?? home.teamId
  return winner === 'AWAY' ? { winner: awayId, loser: home.teamId } : { winner: home.teamId, loser: awayId }
}

function climbLadder(pairs: readonly GameOutcome[]): number[] {
  const order = pairs.flatMap(({ winner, loser }) => [winner, loser])
  for (let index = 1; index + 1 < order.length; index += 2) {
    const [above, below] = [order[index] as number, order[index + 1] as number]
    order[index] = below
    order[index + 1] = above
  }
  return order
}

function pairsOf(order: readonly number[]): [number, number][] {
  const pairs: [number, number][] = []
  for (let index = 0; index + 1 < order.length; index += 2) {
    pairs.push([order[index] as number, order[index + 1] as number])
  }
  return pairs
}

/** The weeks with a trade. The deadline is in the last one. */
const TRADE_WEEKS = [3, 6, 9, 12] as const

/**
 * A season with trades of two players each, who sat on the bench of their former teams, so that no score changes. They
 * play where the season has them from the week of the trade on, and were drafted in each other's turn.
 */
export function withTrades(season: SimulatedSeason): SimulatedSeason {
  const traded = new Set<number>()
  const trades = TRADE_WEEKS.flatMap((week): SimulatedTrade[] => {
    const teams = randomFrom(season.seed, season.season, 'trades', week).shuffle(season.teamIds)
    const [first, second] = teams.flatMap((teamId): Offer[] => {
      const playerId = benchedUntil(season, teamId, week).find((id) => !traded.has(id))
      return playerId === undefined ? [] : [{ teamId, playerId }]
    })
    if (first === undefined || second === undefined) return []
    traded.add(first.playerId).add(second.playerId)
    return [
      {
        week,
        offers: { teamId: first.teamId, playerId: second.playerId },
        wants: { teamId: second.teamId, playerId: first.playerId },
      },
    ]
  })
  const otherOf = new Map(
    trades.flatMap(({ offers, wants }) => [
      [offers.playerId, wants.playerId],
      [wants.playerId, offers.playerId],
    ]),
  )
  return {
    ...season,
    trades,
    picks: season.picks.map((pick) => ({ ...pick, playerId: otherOf.get(pick.playerId) ?? pick.playerId })),
    lineupOf: (teamId, week) =>
      trades
        .filter((trade) => week < trade.week)
        .reduce(
          (lineup, trade) => beforeTrade(season, lineup, teamId, trade, week),
          season.lineupOf(teamId, week),
        ),
  }
}

function benchedUntil({ lineupOf }: SimulatedSeason, teamId: number, week: number): number[] {
  const slotsOf = (id: number, weeks: readonly number[]) =>
    weeks.map((each) => lineupOf(teamId, each).find(({ player }) => player.id === id)?.slotId)
  const weeksBefore = Array.from({ length: week - 1 }, (_, index) => index + 1)
  const weeksAfter = Array.from({ length: 14 - week + 1 }, (_, index) => week + index)
  return lineupOf(teamId, week)
    .map(({ player }) => player.id)
    .filter((id) => slotsOf(id, weeksBefore).every((slot) => slot === BENCH))
    .map((id) => ({ id, starts: slotsOf(id, weeksAfter).filter((slot) => slot !== BENCH).length }))
    .sort((a, b) => b.starts - a.starts)
    .map(({ id }) => id)
}

function beforeTrade(
  { lineupOf }: SimulatedSeason,
  lineup: LineupEntry[],
  teamId: number,
  { offers, wants }: SimulatedTrade,
  week: number,
): LineupEntry[] {
  const given = [offers, wants].find((each) => each.teamId === teamId)
  const got = [offers, wants].find((each) => each.teamId !== teamId)
  if (given === undefined || got === undefined) return lineup
  const former = lineupOf(got.teamId, week).find(({ player }) => player.id === given.playerId)
  return lineup.map((entry) => (entry.player.id === got.playerId && former !== undefined ? former : entry))
}

/** The games on the schedule. Playoff games are included once their teams are known. */
export function scheduledGames({ season, games }: SimulatedSeason, { week }: Moment): SimulatedGame[] {
  const { regularWeeks } = shapeOf(season)
  return games.filter(({ period, weeks: [first = period] }) => period <= regularWeeks || first <= week)
}

export function hasEnded({ weeks }: SimulatedGame, { week }: Moment): boolean {
  return weeks.every((each) => each < week)
}

export function standingsGames({ games }: SimulatedSeason, moment: Moment): SimulatedGame[] {
  return games.filter((game) => game.tier === 'NONE' && hasEnded(game, moment))
}

export function seedsAt(season: SimulatedSeason, moment: Moment): number[] {
  return rankTeams(standingsGames(season, moment), season.teamIds)
}

/** The current NFL week, at most the last week of the fantasy season; 1 before the draft. */
export function currentWeek({ season }: Pick<SimulatedSeason, 'season'>, { week }: Moment): number {
  return Math.min(Math.max(week, 1), shapeOf(season).finalWeek)
}

/** The current matchup period; after the season, the last one. */
export function currentPeriod(season: Pick<SimulatedSeason, 'season'>, moment: Moment): number {
  return periodOfWeek(season.season, currentWeek(season, moment))
}

export type SeasonTotals = {
  wins: number
  losses: number
  ties: number
  pointsFor: Points
  pointsAgainst: Points
  /** The results in order: `W`, `L` or `T`. */
  results: string
}

export const noGames = (): SeasonTotals => ({
  wins: 0,
  losses: 0,
  ties: 0,
  pointsFor: ZERO_POINTS,
  pointsAgainst: ZERO_POINTS,
  results: '',
})

export function addGame(totals: SeasonTotals, own: Points, other: Points): void {
  totals.pointsFor = addPoints([totals.pointsFor, own])
  totals.pointsAgainst = addPoints([totals.pointsAgainst, other])
  addResult(totals, own - other)
}

export function addResult(totals: SeasonTotals, difference: number): void {
  totals.results += difference > 0 ? 'W' : difference < 0 ? 'L' : 'T'
  totals[difference > 0 ? 'wins' : difference < 0 ? 'losses' : 'ties'] += 1
}

/** The totals of a team. All games must have ended. */
export function totalsOf(games: readonly SimulatedGame[], teamId: number): SeasonTotals {
  const totals = noGames()
  for (const { home, away } of games) {
    if (away !== null && home.teamId === teamId) addGame(totals, home.points, away.points)
    else if (away?.teamId === teamId) addGame(totals, away.points, home.points)
  }
  return totals
}

/** The equal results at the end, such as `WWW`; empty before the first game. */
export function streakOf({ results }: Pick<SeasonTotals, 'results'>): string {
  return /(.)\1*$/.exec(results)?.[0] ?? ''
}

/** Team IDs, best first: by wins, with ties as half a win, then points, then ID. */
export function rankTeams(games: readonly SimulatedGame[], teamIds: readonly number[]): number[] {
  return teamIds
    .map((teamId) => ({ teamId, ...totalsOf(games, teamId) }))
    .sort(
      (a, b) =>
        b.wins + b.ties / 2 - (a.wins + a.ties / 2) || b.pointsFor - a.pointsFor || a.teamId - b.teamId,
    )
    .map(({ teamId }) => teamId)
}
