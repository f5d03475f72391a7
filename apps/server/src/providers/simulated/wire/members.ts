import { membersIn } from '../seed-users.ts'

/** The default body has no names. With mTeam alone, no member is marked as a manager. */
export function members(season: number, isBare: boolean, hasRoles: boolean): object[] {
  return membersIn(season).map(({ id, firstName, lastName, displayName, isCommissioner }) => {
    if (isBare) return { displayName, id, isLeagueManager: isCommissioner }
    const roles = hasRoles ? { isLeagueCreator: isCommissioner, isLeagueManager: isCommissioner } : {}
    return { displayName, firstName, id, lastName, ...roles }
  })
}
