/** What every query about a league begins with, so that all of them can be made stale at once. */
export function leagueQueryKey(league: string) {
  return ['league', league] as const
}
