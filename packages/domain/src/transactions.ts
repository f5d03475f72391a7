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
