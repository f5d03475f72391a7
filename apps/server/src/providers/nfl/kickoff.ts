/** Whether a game of a season can be played then: from August to the end of February. */
export function isInSeason(kickoff: Date, season: number): boolean {
  const at = kickoff.getTime()
  return at >= Date.UTC(season, 7, 1) && at < Date.UTC(season + 1, 2, 1)
}
