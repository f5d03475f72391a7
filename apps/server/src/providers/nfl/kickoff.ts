/** Whether a kickoff is between August 1 and the end of February of the given season, in UTC. */
export function isInSeason(kickoff: Date, season: number): boolean {
  const time = kickoff.getTime()
  return time >= Date.UTC(season, 7, 1) && time < Date.UTC(season + 1, 2, 1)
}
