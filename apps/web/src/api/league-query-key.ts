/** The prefix of all query keys of a league, so that they can be invalidated together. */
export function leagueQueryKey(league: string) {
  return ['league', league] as const
}
