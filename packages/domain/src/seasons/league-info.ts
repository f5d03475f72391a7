import { commissionerOf, knownSeasons, type LeagueSeason, type Member } from './season.ts'

export type LeagueInfo = {
  /** Stored seasons, newest first. */
  seasons: number[]
  /** The number of seasons up to the newest stored one, stored or not. */
  seasonNumber: number
  /** The first season, stored or not. */
  firstYear: number
  /** From the newest season that names one; null if none does. */
  commissioner: string | null
}

/**
 * The seasons of a league, also those that only its provider lists, and its commissioner. null without a stored season.
 * @param seasons oldest first
 * @param personOf the account that represents the owner of an account
 */
export function leagueInfoOf(
  seasons: readonly LeagueSeason[],
  personOf: (memberId: string) => string,
): LeagueInfo | null {
  const stored = seasons.toReversed()
  const current = stored[0]?.season
  if (current === undefined) return null
  const known = knownSeasons(stored)
  const managers = stored
    .map(({ members }) => members.filter(({ isManager, isCreator }) => isManager || isCreator))
    .find(({ length }) => length > 0)
  return {
    seasons: stored.map(({ season }) => season),
    seasonNumber: known.filter((season) => season <= current).length,
    firstYear: known[0] ?? current,
    commissioner: commissionerOf(
      (managers ?? []).map((member) => ({ ...member, name: mergedNameOf(member) ?? member.name })),
    ),
  }

  /** The newest name of the person into whom an account is merged. */
  function mergedNameOf({ memberId }: Member): string | undefined {
    const personId = personOf(memberId)
    if (personId === memberId) return undefined
    return stored.flatMap(({ members }) => members).find((member) => member.memberId === personId)?.name
  }
}
