/** How the teams of a season got their first players. */
export type Draft = {
  providerLeagueId: number
  season: number
  /** Whether it is over. Before it, keepers may be there already. */
  isComplete: boolean
  /** In the order of the picks; places that nobody has filled yet are left out. */
  picks: DraftPick[]
}

export type DraftPick = {
  /** From 1, over all rounds. */
  overall: number
  round: number
  /** From 1 within the round. */
  inRound: number
  teamId: number
  /** Negative for a team's defense. */
  playerId: number
  /** Account of who picked, or entered the draft afterwards: not always a member. null where nobody did. */
  memberId: string | null
  /** The player was kept from the season before. */
  isKeeper: boolean
  /** Price at an auction, in the league's money; null where nothing was paid. */
  bid: number | null
}
