/** What an NFL week holds; week 0 is the time before the first. */
export type WeekTransactions = {
  season: number
  week: number
  /** Oldest first. */
  transactions: LeagueTransaction[]
}

/** What happened to the players of a league: each claim, move and trade once. */
export type LeagueTransaction = {
  /**
   * The provider's id of what was asked for first. An answer that comes in a later week has the
   * same id as the claim or the proposal that it answers.
   */
  id: string
  season: number
  /** NFL week in which it counts; 0 before the first. */
  week: number
  kind: TransactionKind
  status: TransactionStatus
  /** Why it failed, in the provider's word, such as `FAILED_ROSTERLIMIT`; null when it did not. */
  reason: string | null
  /** The team that asked for it; null where only the answer to a trade is known. */
  teamId: number | null
  /** Account of who did it; null for what the provider did by itself. */
  memberId: string | null
  /** A league manager did it for a team. */
  isByManager: boolean
  proposedAt: Date | null
  /** null while it is pending. */
  decidedAt: Date | null
  /** Money that a waiver claim offered; null for none. */
  bid: number | null
  /** Empty for the answer to a trade that was proposed in another week. */
  moves: PlayerMove[]
}

/** `roster` is whatever is no claim and no trade, such as a drop or a league manager's correction. */
export type TransactionKind = 'waiver' | 'free agent' | 'trade' | 'roster'

/** `done` alone changed a roster. */
export type TransactionStatus = 'done' | 'pending' | 'failed' | 'cancelled' | 'declined' | 'vetoed'

/** From or to null is the pool of free players: an add has no `from`, a drop no `to`. */
export type PlayerMove = {
  playerId: number
  fromTeamId: number | null
  toTeamId: number | null
}

/**
 * The transactions of several weeks, oldest week first, each once: what was asked for in one week
 * and decided in a later one has what is known of the asking, and how it ended. Oldest first.
 */
export function mergeTransactions(weeks: readonly WeekTransactions[]): LeagueTransaction[] {
  const joined = new Map<string, LeagueTransaction>()
  for (const later of weeks.flatMap(({ transactions }) => transactions)) {
    const earlier = joined.get(later.id)
    joined.set(later.id, earlier === undefined ? later : mergeDecision(earlier, later))
  }
  return [...joined.values()].sort(byEffectiveTime)
}

/** An answer that is still open decides nothing. */
function mergeDecision(asked: LeagueTransaction, answer: LeagueTransaction): LeagueTransaction {
  const ending = answer.status === 'pending' ? asked : answer
  return {
    ...ending,
    teamId: asked.teamId ?? answer.teamId,
    proposedAt: asked.proposedAt ?? answer.proposedAt,
    bid: asked.bid ?? answer.bid,
    moves: asked.moves.length > 0 ? asked.moves : answer.moves,
  }
}

/** By when they were decided; while they are pending, by when they were proposed. */
export function byEffectiveTime(a: LeagueTransaction, b: LeagueTransaction): number {
  return effectiveTime(a) - effectiveTime(b) || (a.id < b.id ? -1 : 1)
}

function effectiveTime({ proposedAt, decidedAt }: LeagueTransaction): number {
  return (decidedAt ?? proposedAt)?.getTime() ?? 0
}
