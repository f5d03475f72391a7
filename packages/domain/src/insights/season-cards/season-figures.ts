import type { Points } from '../../points.ts'
import { type RosterWeek, rosterWeeksOfTeam, startersOf } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { MIN_GAMES } from '../awards/rivalry-index.ts'
import { countPickups, listPickups, type Pickup } from '../moves/move-records.ts'
import { type TradeSide, tradeResult } from '../moves/roster-results.ts'
import { countedTrades } from '../moves/trades.ts'
import {
  completedGames,
  type FinalGame,
  gamesOfTeam,
  groupBy,
  oncePer,
  type RegularSeason,
  scoresByWeek,
  type TeamGame,
  winRateOf,
} from '../season/regular-season.ts'

/** A team's score of an NFL week, with its rank among the scores of that week. */
export type WeekScore = { week: number; game: FinalGame; points: Points; rank: number; teams: number }

/** The highest and the lowest weekly score of a team, the earliest of equal ones; null without weekly scores. */
export function extremeWeeks(
  season: RegularSeason,
  teamId: number,
): { best: WeekScore; worst: WeekScore } | null {
  const scores = weekScores(season).get(teamId) ?? []
  const sorted = scores.toSorted((a, b) => b.points - a.points || a.week - b.week)
  const best = sorted[0]
  const worst = sorted.find(({ points }) => points === sorted.at(-1)?.points)
  return best === undefined || worst === undefined ? null : { best, worst }
}

/** By team ID. */
const weekScores = oncePer((season: RegularSeason): ReadonlyMap<number, readonly WeekScore[]> => {
  const games = completedGames(season)
  const scored = [...scoresByWeek(games)].flatMap(([week, scores]) =>
    scores.flatMap(({ teamId, points }) => {
      const game = gamesOfTeam(games, teamId).find((each) => each.game.weeks.includes(week))?.game
      if (game === undefined) return []
      const rank = scores.filter((score) => score.points > points).length + 1
      return [{ teamId, week, game, points, rank, teams: scores.length }]
    }),
  )
  return groupBy(scored, ({ teamId }) => teamId)
})

/** The win with the smallest margin; null if nothing was won by points. */
export function closestEscape(season: RegularSeason, teamId: number): TeamGame | null {
  const won = gamesOfTeam(completedGames(season), teamId).filter(
    (game) => game.result === 1 && marginOf(game) > 0,
  )
  return won.sort((a, b) => marginOf(a) - marginOf(b))[0] ?? null
}

/** The loss with the most own points; null without one. */
export function toughestLoss(season: RegularSeason, teamId: number): TeamGame | null {
  const lost = gamesOfTeam(completedGames(season), teamId).filter((game) => game.result === 0)
  return lost.sort((a, b) => b.own.points - a.own.points)[0] ?? null
}

export function marginOf({ own, other }: TeamGame): Points {
  return (own.points - other.points) as Points
}

/** An opponent of at least three games. */
export type Rival = { teamId: number; wins: number; losses: number; ties: number; difference: Points }

/**
 * The opponents with the lowest and the highest win rate. With equal rates more games decide, then the difference in
 * points. A nemesis won more often than it lost, and a favorite opponent lost more often.
 */
export function rivalsOf(
  season: RegularSeason,
  teamId: number,
): { nemesis: Rival | null; favorite: Rival | null } {
  const byOpponent = groupBy(gamesOfTeam(completedGames(season), teamId), ({ other }) => other.teamId)
  const candidates = [...byOpponent].flatMap(([opponent, games]) => {
    if (games.length < MIN_GAMES) return []
    const count = (result: number) => games.filter((game) => game.result === result).length
    const difference = games.reduce((sum, game) => sum + marginOf(game), 0) as Points
    const record = { wins: count(1), losses: count(0), ties: count(0.5) }
    return [{ teamId: opponent, ...record, difference, rate: winRateOf(games) ?? 0, games: games.length }]
  })
  const [nemesis] = candidates
    .filter(({ rate }) => rate < 0.5)
    .sort((a, b) => a.rate - b.rate || b.games - a.games || a.difference - b.difference)
  const [favorite] = candidates
    .filter(({ rate }) => rate > 0.5)
    .sort((a, b) => b.rate - a.rate || b.games - a.games || b.difference - a.difference)
  return { nemesis: nemesis ?? null, favorite: favorite ?? null }
}

/** The longest run of wins, the earliest of equal ones; empty without a win. A tie ends a run, a bye does not. */
export function longestWinStreak(season: RegularSeason, teamId: number): TeamGame[] {
  let longest: TeamGame[] = []
  let current: TeamGame[] = []
  for (const game of gamesOfTeam(completedGames(season), teamId)) {
    current = game.result === 1 ? [...current, game] : []
    if (current.length > longest.length) longest = current
  }
  return longest
}

type FactInput = {
  season: RegularSeason
  championIds: readonly number[]
  lineups: readonly RosterWeek[]
}

/**
 * The first thing that is true of this team and of no other; null if there is none. `value` is in hundredths of a point,
 * wins or lineups, and `game` is null for sums.
 */
export function onlyFactOf({ season, championIds, lineups }: FactInput, teamId: number) {
  const games = completedGames(season)
  const teamIds = season.teams.map((team) => team.teamId)
  const beaten = championIds.flatMap((championId) =>
    gamesOfTeam(games, championId).flatMap(({ other, result, game }) =>
      result === 0 ? [{ teamId: other.teamId, value: 0, game }] : [],
    ),
  )
  if (beaten.length > 0 && beaten.every((each) => each.teamId === teamId))
    return { kind: 'beat_champion' as const, value: beaten.length, game: beaten[0]?.game ?? null }
  const weekly = teamIds.flatMap((id) => {
    const best = extremeWeeks(season, id)?.best
    return best === undefined ? [] : [{ teamId: id, value: best.points, game: best.game }]
  })
  const lost = teamIds.flatMap((id) => {
    const loss = toughestLoss(season, id)
    return loss === null ? [] : [{ teamId: id, value: loss.own.points, game: loss.game }]
  })
  const onTop = new Set(
    [...scoresByWeek(games).values()].flatMap((scores) => {
      const top = Math.max(...scores.map(({ points }) => points))
      return scores.filter(({ points }) => points === top).map((score) => score.teamId)
    }),
  )
  const wins = teamIds
    .filter((id) => !onTop.has(id))
    .map((id) => ({
      teamId: id,
      value: gamesOfTeam(games, id).filter(({ result }) => result === 1).length,
      game: null,
    }))
  const perfect = teamIds.map((id) => ({
    teamId: id,
    value: rosterWeeksOfTeam(lineups, id).filter(isPerfect).length,
    game: null,
  }))
  const against = teamIds.flatMap((id) => {
    const own = gamesOfTeam(games, id)
    const value = own.reduce((sum, { other }) => sum - other.points, 0)
    return own.length === 0 ? [] : [{ teamId: id, value, game: null }]
  })
  const candidates = [
    ['season_high', weekly],
    ['points_in_loss', lost],
    ['wins_without_top', wins.filter(({ value }) => value > 0)],
    ['perfect_lineups', perfect.filter(({ value }) => value > 0)],
    ['fewest_against', against],
  ] as const
  for (const [kind, values] of candidates) {
    const most = Math.max(...values.map(({ value }) => value))
    const [first, second] = values.filter(({ value }) => value === most)
    if (first?.teamId === teamId && second === undefined)
      return { kind, value: Math.abs(first.value), game: first.game }
  }
  return null
}

/** An empty lineup is not a perfect one. */
function isPerfect(lineup: RosterWeek): boolean {
  return lineup.efficiency === 1 && startersOf(lineup).length > 0
}

type Moves = { transactions: readonly LeagueTransaction[]; lineups: readonly RosterWeek[] }

/** The waiver or free-agent pickup with the most points in the starting lineup; null if none gave any. */
export function bestPickup(moves: Moves, teamId: number): Pickup | null {
  const own = listPickups(moves).filter((pickup) => pickup.teamId === teamId)
  return bestOf(own, ({ started }) => started)
}

/** The trade with the highest net of started points; null if none gave more than it took. */
export function bestTrade(
  { transactions, lineups }: Moves,
  teamId: number,
): (TradeSide & { week: number }) | null {
  const sides = countedTrades(transactions, lineups).flatMap((trade) =>
    tradeResult(trade, lineups)
      .filter((side) => side.teamId === teamId)
      .map((side) => ({ ...side, week: trade.week })),
  )
  return bestOf(sides, ({ netStarted }) => netStarted)
}

/** The first with the highest value above 0. */
export function bestOf<Item>(items: readonly Item[], measure: (item: Item) => number): Item | null {
  const [best] = items.filter((item) => measure(item) > 0).toSorted((a, b) => measure(b) - measure(a))
  return best ?? null
}

/** How many players each team picked up, and how many trades it made, by team ID. */
export function countMoves({
  transactions,
  lineups,
}: Moves): Map<number, { pickups: number; trades: number }> {
  const counts = new Map(
    [...countPickups(transactions)].map(([teamId, pickups]) => [teamId, { pickups, trades: 0 }]),
  )
  for (const { moves, picks = [], budget = [] } of countedTrades(transactions, lineups))
    for (const teamId of new Set(
      [...moves, ...picks, ...budget].flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId]),
    )) {
      if (teamId === null) continue
      const count = counts.get(teamId) ?? { pickups: 0, trades: 0 }
      counts.set(teamId, { ...count, trades: count.trades + 1 })
    }
  return counts
}
