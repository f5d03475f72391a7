import { assignTeamColors } from '../colors/team-colors.ts'
import type { Owner } from './owners.ts'
import type { RankedSeason } from './ranked-season.ts'

/**
 * A color for each owner of a team, as `#rrggbb`: that of their newest team, unless it looks like that of somebody whose
 * team is newer. Owners of the newest season have the colors of their teams everywhere else.
 * @param seasons oldest first
 */
export function ownerColors(seasons: readonly RankedSeason[]): Map<Owner, string> {
  const newest = new Map<Owner, string | null>()
  for (const { teams } of seasons.toReversed()) {
    const byId = teams.toSorted((a, b) => a.team.teamId - b.team.teamId)
    const colors = assignTeamColors(byId.map(({ team }) => team))
    for (const { owner, team } of byId)
      if (owner !== null && !newest.has(owner)) newest.set(owner, colors.get(team.teamId) ?? null)
  }
  const owners = [...newest.keys()]
  const colors = assignTeamColors(
    owners.map((owner, index) => ({ teamId: index, logoColor: newest.get(owner) ?? null })),
  )
  return new Map(owners.map((owner, index) => [owner, colors.get(index) ?? '']))
}
