import { membersIn } from '../seed-users.ts'

/** With mTeam alone nobody is marked as manager; without any view names are missing. */
export function members(season: number, isBare: boolean, hasRoles: boolean): object[] {
  return membersIn(season).map(({ id, firstName, lastName, displayName, isCommissioner }) => {
    if (isBare) return { displayName, id, isLeagueManager: isCommissioner }
    const roles = hasRoles ? { isLeagueCreator: isCommissioner, isLeagueManager: isCommissioner } : {}
    return { displayName, firstName, id, lastName, ...roles }
  })
}
