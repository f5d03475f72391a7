import { marginOf, type Recap, type RecapResult } from '../notifications/recap.ts'
import { formatFinalScores, formatMargin, formatPoints, type Points } from '../points.ts'
import type { PlayoffBracket, PlayoffGame } from '../seasons/playoffs.ts'
import { GAME_KINDS, type GameKind, type RecapGame, type RecapTeam, truncateName } from './recap-document.ts'

/** A margin, per week of the game, below which a game was close, and from which it was not. */
const THRILLER_MARGIN = 500
const ROUT_MARGIN = 4000

const MIN_STREAK = 3

export type Form = {
  /** Games won (positive) or lost (negative) in a row before the period. */
  streakBefore: (teamId: number) => number
  powerBefore: (teamId: number) => number | null
  teams: number
}

export type PlayoffContext = { bracket: PlayoffBracket | null; period: number }

/** Describes the games of a recap, the most important one first. */
export function describeGames(recap: Recap, form: Form, playoffs: PlayoffContext): RecapGame[] {
  return recap.results
    .map((result) => describeGame(result, recap, form, playoffs))
    .sort((a, b) => GAME_KINDS.indexOf(a.kind) - GAME_KINDS.indexOf(b.kind))
}

function describeGame(result: RecapResult, recap: Recap, form: Form, playoffs: PlayoffContext): RecapGame {
  const [score, against] = formatFinalScores(result.winnerPoints, result.loserPoints)
  const pairing = findPairing(result, playoffs)
  const isSeries = (pairing?.games.length ?? 0) > 1
  const isLast = pairing === undefined || pairing.last === playoffs.period
  const winnerId = pairing?.winnerId ?? null
  const { kind, streak } = isLast ? kindOf(result, recap, form, pairing) : { kind: 'leg' as const, streak: 0 }
  return {
    kind,
    winner: toRecapTeam(result.winner),
    loser: toRecapTeam(result.loser),
    score,
    against,
    margin: formatMargin(marginOf(result)),
    tie: result.isTie,
    round: pairing?.round.name ?? null,
    streak,
    series:
      isSeries && isLast && winnerId !== null ? seriesResult(pairing?.games ?? [], winnerId, result) : null,
  }
}

function findPairing({ winner, loser }: RecapResult, { bracket, period }: PlayoffContext) {
  return bracket?.rounds
    .flatMap(({ championship, consolation }) => [...championship, ...consolation])
    .find(
      ({ teamIds, first, last }) =>
        first <= period &&
        last >= period &&
        teamIds.includes(winner.teamId) &&
        teamIds.includes(loser.teamId),
    )
}

function kindOf(
  result: RecapResult,
  { weeks }: Recap,
  form: Form,
  pairing: ReturnType<typeof findPairing>,
): { kind: GameKind; streak: number } {
  const only = (kind: GameKind) => ({ kind, streak: 0 })
  if (pairing !== undefined && pairing.round.bracket !== 'championship')
    return only(pairing.round.bracket === 'third_place' ? 'third' : 'consolation')
  const isDecided = !result.isTie || (pairing?.winnerId ?? null) !== null
  if (pairing !== undefined && isDecided)
    return only(pairing.round.name === 'Championship' ? 'title' : 'playoff')
  if (result.isTie) return only('tie')
  const margin = marginOf(result) / weeks.length
  if (margin < THRILLER_MARGIN) return only('thriller')
  const [won, lost] = [form.streakBefore(result.winner.teamId), form.streakBefore(result.loser.teamId)]
  if (lost >= MIN_STREAK) return { kind: 'ended', streak: lost }
  if (isUpset(result, form)) return only('upset')
  if (margin >= ROUT_MARGIN) return only('rout')
  if (won <= -MIN_STREAK) return { kind: 'relief', streak: -won }
  if (won + 1 >= MIN_STREAK) return { kind: 'streak', streak: won + 1 }
  if (lost - 1 <= -MIN_STREAK) return { kind: 'skid', streak: 1 - lost }
  return only('plain')
}

/** Whether a team from the other half of the power ranking won, at least four places behind. */
function isUpset({ winner, loser }: RecapResult, { powerBefore, teams }: Form): boolean {
  const [behind, ahead] = [powerBefore(winner.teamId), powerBefore(loser.teamId)]
  if (behind === null || ahead === null) return false
  return behind - ahead >= Math.max(4, teams / 2)
}

function seriesResult(
  games: readonly PlayoffGame[],
  winnerId: number,
  result: RecapResult,
): RecapGame['series'] {
  const sides = games.flatMap(({ home, away }) => (away === null ? [home] : [home, away]))
  const total = (isWinner: boolean) =>
    sides
      .filter(({ teamId }) => (teamId === winnerId) === isWinner)
      .reduce((sum, { points }) => sum + points, 0) as Points
  const [score, against] = [formatPoints(total(true)), formatPoints(total(false))]
  return {
    winner: toRecapTeam(result.winner.teamId === winnerId ? result.winner : result.loser),
    score,
    against,
  }
}

export function toRecapTeam({ teamId, name }: { teamId: number; name: string }): RecapTeam {
  return { id: teamId, name: truncateName(name) }
}
