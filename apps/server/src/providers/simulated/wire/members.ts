import { CAST, COMMISSIONER_TEAM } from '../cast.ts'

/** With mTeam alone nobody is marked as manager; without any view names are missing. */
export function members(isBare: boolean, hasRoles: boolean): object[] {
  return CAST.flatMap((team) =>
    team.owners.map(({ id, firstName, lastName, displayName }) => {
      const isManager = team.teamId === COMMISSIONER_TEAM
      if (isBare) return { displayName, id, isLeagueManager: isManager }
      const roles = hasRoles ? { isLeagueCreator: isManager, isLeagueManager: isManager } : {}
      return { displayName, firstName, id, lastName, ...roles }
    }),
  )
}
