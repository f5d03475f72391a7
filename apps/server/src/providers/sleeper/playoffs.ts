import type { Bracket, Game } from '@fieldhouse/domain/seasons/season'
import type { BracketRow, LeagueBody } from './bodies.ts'

export type Brackets = { winners: readonly BracketRow[]; losers: readonly BracketRow[] }

/** In this kind of losers bracket the team with fewer points goes on, to play for last place. */
const LOSER_ADVANCES = 0

type PlayoffRow = { bracket: Bracket; row: BracketRow }

/** The row of two teams that play in a round, counted from 1; null for a game of neither bracket. */
export function findRow(
  { winners, losers }: Brackets,
  round: number,
  teamIds: readonly number[],
): PlayoffRow | null {
  const find = (rows: readonly BracketRow[]) => {
    const same = rows.filter(({ t1, t2 }) => teamIds.includes(t1 ?? 0) && teamIds.includes(t2 ?? 0))
    return same.find(({ r }) => r === round) ?? same[0]
  }
  const winning = find(winners)
  if (winning !== undefined)
    return { bracket: (winning.p ?? 1) === 1 ? 'winners' : 'winners consolation', row: winning }
  const losing = find(losers)
  return losing === undefined ? null : { bracket: 'losers consolation', row: losing }
}

/** The team that the bracket declares to have won the game; null if only the scores decide. */
export function declaredWinner({ bracket, row }: PlayoffRow, { settings }: LeagueBody): number | null {
  const loserAdvances = (settings?.playoff_type ?? LOSER_ADVANCES) === LOSER_ADVANCES
  return bracket === 'losers consolation' && loserAdvances ? null : (row.w ?? null)
}

/** The teams that the winners bracket lets wait in a round: they first appear in a later one. */
export function byesOf(winners: readonly BracketRow[], round: number): number[] {
  const inRounds = (isIn: (r: number) => boolean) =>
    winners.filter(({ r }) => isIn(r)).flatMap(({ t1, t2 }) => [t1, t2].filter((id) => id != null))
  const earlier = new Set(inRounds((r) => r <= round))
  return [...new Set(inRounds((r) => r === round + 1))].filter((id) => !earlier.has(id))
}

/**
 * 1 for the champion. The brackets decide some places; the rest follows the standings. Empty until the title is
 * decided.
 */
export function finalRanks(
  order: readonly number[],
  { winners, losers }: Brackets,
  { settings }: LeagueBody,
): Map<number, number> {
  const ranks = new Map<number, number>()
  if (!winners.some(({ p, w }) => p === 1 && w != null)) return ranks
  const take = (teamId: number | null | undefined, rank: number) => {
    const isFree = rank >= 1 && rank <= order.length && ![...ranks.values()].includes(rank)
    if (teamId != null && order.includes(teamId) && !ranks.has(teamId) && isFree) ranks.set(teamId, rank)
  }
  for (const { p, w, l } of winners) {
    if (p == null) continue
    take(w, p)
    take(l, p + 1)
  }
  const isLastFirst = (settings?.playoff_type ?? LOSER_ADVANCES) === LOSER_ADVANCES
  const inWinners = new Set(winners.flatMap(({ t1, t2 }) => [t1, t2]).filter((id) => id != null)).size
  for (const { p, w, l } of losers) {
    if (p == null) continue
    take(w, isLastFirst ? order.length + 1 - p : inWinners + p)
    take(l, isLastFirst ? order.length - p : inWinners + p + 1)
  }
  for (const teamId of order) {
    const taken = new Set(ranks.values())
    const next = order.map((_, index) => index + 1).find((rank) => !taken.has(rank))
    if (next !== undefined) take(teamId, next)
  }
  return ranks
}

type DecidedGame = Pick<Game, 'period' | 'result' | 'home' | 'away'>

/**
 * The winners bracket of a league for which none is given, from its playoff games: the best teams of the standings
 * play on until they lose. Empty if the games do not show it.
 */
export function deriveWinners(
  games: readonly DecidedGame[],
  order: readonly number[],
  playoffTeams: number,
): BracketRow[] {
  const rows: BracketRow[] = []
  let alive = order.slice(0, playoffTeams)
  let beaten: number[] = []
  for (const [index, period] of [...new Set(games.map((game) => game.period))]
    .sort((a, b) => a - b)
    .entries()) {
    const isFinal = alive.length === 2
    const lost: number[] = []
    const inGame = (game: DecidedGame, ids: readonly number[]) =>
      game.period === period && ids.includes(game.home.teamId) && ids.includes(game.away?.teamId ?? 0)
    for (const game of games.filter((each) => inGame(each, alive))) {
      const [w, l] = decidedTeams(game, order)
      rows.push(rowOf(index + 1, game, { w, l, p: isFinal ? 1 : null }))
      if (l !== null) lost.push(l)
    }
    for (const game of games.filter((each) => inGame(each, beaten))) {
      const [w, l] = decidedTeams(game, order)
      rows.push(rowOf(index + 1, game, { w, l, p: alive.length + 1 }))
    }
    if (isFinal) break
    alive = alive.filter((teamId) => !lost.includes(teamId))
    beaten = lost
  }
  return rows
}

/** The winner and the loser. A tied playoff game goes to the team that is higher in the standings. */
function decidedTeams(
  { home, away, result }: DecidedGame,
  order: readonly number[],
): [number, number] | [null, null] {
  if (away === null || result === 'undecided') return [null, null]
  const homeWins =
    result === 'tie' ? order.indexOf(home.teamId) < order.indexOf(away.teamId) : result === 'home'
  return homeWins ? [home.teamId, away.teamId] : [away.teamId, home.teamId]
}

function rowOf(
  r: number,
  { home, away }: DecidedGame,
  outcome: { w: number | null; l: number | null; p: number | null },
): BracketRow {
  return { r, m: null, t1: home.teamId, t2: away?.teamId ?? null, t1_from: null, t2_from: null, ...outcome }
}
