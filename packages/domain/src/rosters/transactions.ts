import { DAY_MS, MINUTE_MS } from '../duration.ts'
import { groupBy } from '../insights/season/regular-season.ts'
import type { NflPlayer } from '../nfl/player.ts'
import { pluralize } from '../pluralize.ts'
import type { Finding } from '../seasons/season.ts'

const MIRRORED_WITHIN_MS = 4 * DAY_MS

/** How far apart the add and the drop of one move are. */
const SAME_MOVE_WITHIN_MS = MINUTE_MS

/** The transactions of an NFL week. Week 0 is the time before week 1. */
export type WeekTransactions = {
  season: number
  week: number
  /** Oldest first. */
  transactions: LeagueTransaction[]
  /** Who the players of the moves are, as far as the provider says it. No lineup may ever contain them. */
  players?: NflPlayer[]
  findings?: Finding[]
}

export function unreadableTransactions(provider: string, week: number, count: number): Finding[] {
  if (count === 0) return []
  const outcome = count === 1 ? 'It was skipped.' : 'They were skipped.'
  const detail = `${pluralize(count, 'transaction')} of week ${week} from ${provider} can't be read. ${outcome}`
  return [{ code: 'unreadable_transactions', detail, week, gameId: null }]
}

export type LeagueTransaction = {
  /**
   * The provider's ID of the original request. A decision in a later week has the ID of the claim or proposal
   * that it decides.
   */
  id: string
  season: number
  /** NFL week in which it takes effect; 0 before week 1. */
  week: number
  kind: TransactionKind
  status: TransactionStatus
  /** The provider's failure code, such as `FAILED_ROSTERLIMIT`; null if it did not fail. */
  reason: string | null
  /** The team that made the request; null if only the response to a trade is known. */
  teamId: number | null
  acceptedBy?: number
  /** The account that made it; null if the provider made it automatically. */
  memberId: string | null
  /** Whether a league manager made it for a team. */
  isByManager: boolean
  proposedAt: Date | null
  decidedAt: Date | null
  bid: number | null
  /** Empty for the response to a trade that was proposed in another week, and for a trade without players. */
  moves: PlayerMove[]
  /** Set if the provider does not list the players of a trade, and `moves` are those that the rosters show. */
  isDerived?: true
  picks?: TradedPick[]
  /** The free-agent budget of a trade, in league dollars; missing if the provider has none. */
  budget?: TradedBudget[]
}

/** A pick of a season's draft. It is named by the team that had it originally. */
export type TradedPick = {
  season: number
  round: number
  originalTeamId: number
  fromTeamId: number
  toTeamId: number
}

export type TradedBudget = { fromTeamId: number; toTeamId: number; amount: number }

/** `roster` is any other change, such as a drop or a league manager's correction. */
export const TRANSACTION_KINDS = ['waiver', 'free agent', 'trade', 'roster'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** Only `done` transactions changed a roster. */
export const TRANSACTION_STATUSES = ['done', 'pending', 'failed', 'cancelled', 'declined', 'vetoed'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/**
 * The statuses that everyone in the league may see. The provider shows offers that were not accepted and claims that
 * are still open only to the teams concerned, and a claim's bid is a secret until it is decided.
 */
export const PUBLIC_STATUSES = ['done', 'failed', 'vetoed'] as const
export type PublicTransaction = LeagueTransaction & { status: (typeof PUBLIC_STATUSES)[number] }

export function isPublic(transaction: LeagueTransaction): transaction is PublicTransaction {
  return PUBLIC_STATUSES.some((status) => status === transaction.status)
}

function assetsOf({ moves, picks = [], budget = [] }: LeagueTransaction) {
  return [...moves, ...picks, ...budget]
}

/** The teams that take part: the one that made the request first, then those that give or get something. */
export function teamsOf(transaction: LeagueTransaction): number[] {
  const teams = assetsOf(transaction).flatMap(({ fromTeamId, toTeamId }) => [fromTeamId, toTeamId])
  return [...new Set([transaction.teamId, ...teams, transaction.acceptedBy ?? null])].filter(
    (teamId) => teamId !== null,
  )
}

export function isOfTeam(transaction: LeagueTransaction, id: number): boolean {
  return teamsOf(transaction).includes(id)
}

/** A null team means free agency: an add has no `fromTeamId`, a drop has no `toTeamId`. */
export type PlayerMove = {
  playerId: number
  fromTeamId: number | null
  toTeamId: number | null
}

/**
 * Takes the oldest week first; returns the oldest transaction first. A request that was decided in a later week becomes
 * one transaction with the data of the request and the outcome, and so do an add and a drop of one team in one minute.
 */
export function mergeTransactions(weeks: readonly WeekTransactions[]): LeagueTransaction[] {
  const merged = new Map<string, LeagueTransaction>()
  for (const later of weeks.flatMap(({ transactions }) => transactions)) {
    const earlier = merged.get(later.id)
    merged.set(later.id, earlier === undefined ? later : mergeDecision(earlier, later))
  }
  return withoutMirrored(joinMoves([...merged.values()].sort(byEffectiveTime)))
}

/**
 * Joins the adds of a team with its drops of the same minute. The joined transaction is that of the add, which has the
 * bid, with the moves of both in the order of their times.
 * @param transactions oldest first
 */
function joinMoves(transactions: readonly LeagueTransaction[]): LeagueTransaction[] {
  const joined = new Map(transactions.map((each) => [each.id, each]))
  const drops = groupBy(transactions.filter(isDrop), ({ teamId }) => teamId)
  for (const add of transactions.filter(isAdd)) {
    const drop = drops
      .get(add.teamId)
      ?.find(
        (each) =>
          joined.has(each.id) &&
          each.isByManager === add.isByManager &&
          Math.abs(effectiveTime(each) - effectiveTime(add)) < SAME_MOVE_WITHIN_MS,
      )
    if (drop === undefined) continue
    joined.delete(drop.id)
    joined.set(add.id, { ...add, moves: [add, drop].sort(byEffectiveTime).flatMap(({ moves }) => moves) })
  }
  return [...joined.values()]
}

function isAdd(transaction: LeagueTransaction): boolean {
  return isOneWay(transaction, ({ fromTeamId, toTeamId }) => fromTeamId === null && toTeamId !== null)
}

function isDrop(transaction: LeagueTransaction): boolean {
  return isOneWay(transaction, ({ fromTeamId, toTeamId }) => fromTeamId !== null && toTeamId === null)
}

function isOneWay({ kind, status, moves, ...times }: LeagueTransaction, is: (move: PlayerMove) => boolean) {
  return (
    kind !== 'trade' && status === 'done' && effectiveTime(times) > 0 && moves.length > 0 && moves.every(is)
  )
}

/**
 * A completed trade can be listed once for each team, and the second time in the next week. The same players do not
 * take the same way twice within a few days, or in two weeks in a row if the provider has no times.
 */
function withoutMirrored(transactions: readonly LeagueTransaction[]): LeagueTransaction[] {
  const latest = new Map<string, LeagueTransaction>()
  return transactions.filter((each) => {
    if (each.kind !== 'trade' || each.status !== 'done' || each.moves.length === 0) return true
    const key = each.moves
      .map(({ playerId, fromTeamId, toTeamId }) => `${playerId} ${fromTeamId} ${toTeamId}`)
      .sort()
      .join()
    const before = latest.get(key)
    latest.set(key, each)
    if (before === undefined) return true
    const hasTimes = effectiveTime(before) > 0 && effectiveTime(each) > 0
    return hasTimes
      ? effectiveTime(each) - effectiveTime(before) > MIRRORED_WITHIN_MS
      : each.week - before.week > 1
  })
}

/** A decision that is still pending does not change the status. */
function mergeDecision(request: LeagueTransaction, decision: LeagueTransaction): LeagueTransaction {
  const outcome = decision.status === 'pending' ? request : decision
  const [picks, budget] = [request.picks ?? decision.picks, request.budget ?? decision.budget]
  const acceptedBy = decision.acceptedBy ?? request.acceptedBy
  return {
    ...outcome,
    ...(acceptedBy === undefined ? {} : { acceptedBy }),
    ...(picks === undefined ? {} : { picks }),
    ...(budget === undefined ? {} : { budget }),
    teamId: request.teamId ?? decision.teamId,
    proposedAt: request.proposedAt ?? decision.proposedAt,
    bid: request.bid ?? decision.bid,
    moves: request.moves.length > 0 ? request.moves : decision.moves,
  }
}

export function effectiveTime({
  proposedAt,
  decidedAt,
}: Pick<LeagueTransaction, 'proposedAt' | 'decidedAt'>): number {
  return (decidedAt ?? proposedAt)?.getTime() ?? 0
}

export function byEffectiveTime(a: LeagueTransaction, b: LeagueTransaction): number {
  return effectiveTime(a) - effectiveTime(b) || (a.id < b.id ? -1 : 1)
}
