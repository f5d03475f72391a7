/** The draft of a season. */
export type Draft = {
  providerLeagueId: number
  season: number
  /** Whether the draft is over. Before that, it may already contain keepers. */
  isComplete: boolean
  /** In draft order, without the picks that have not been made yet. */
  picks: DraftPick[]
}

export type DraftPick = {
  /** Counted from 1 over all rounds. */
  overall: number
  round: number
  /** Counted from 1 within the round. */
  inRound: number
  teamId: number
  /** Negative for a team's defense. */
  playerId: number
  /** The account that made the pick or entered it later. Not always a member; null if unknown. */
  memberId: string | null
  /** Whether the player was a keeper from the previous season. */
  isKeeper: boolean
  /** The auction price in league dollars; null if nothing was paid. */
  bid: number | null
}
