/** A user's team, as an admin assigned it. */
export type TeamAssignment = {
  userId: number
  /** The provider's ID of the team when it was assigned. */
  teamId: number
  /** The season for which it was assigned; null if it is not known. */
  season: number | null
  /** The account of the team's owner; null if the team had none. */
  memberId: string | null
}

export type OwnedTeam = {
  teamId: number
  /** Account IDs, the primary owner first. */
  ownerIds: readonly string[]
}

/**
 * The user of each assigned team in a season, by team ID. An assignment follows the owner, because a team's ID can
 * go to someone else in another season. It has no team in a season in which the owner has none. A team without an
 * owner stays assigned until it gets one.
 *
 * The primary owner of a team comes before its other owners, and an owner of several teams keeps the one with the
 * assigned ID. `personOf` returns the account that represents an account's owner. Source: decisions, 4
 * `assign-team/`.
 */
export function assignUsers(
  assignments: readonly TeamAssignment[],
  { season, teams }: { season: number; teams: readonly OwnedTeam[] },
  personOf: (memberId: string) => string,
): Map<number, number> {
  const users = new Map<number, number>()
  const assigned = new Set<number>()
  const byTeamId = teams.toSorted((a, b) => a.teamId - b.teamId)
  const isSamePerson = (first: string | null | undefined, second: string | undefined) =>
    typeof first === 'string' && second !== undefined && personOf(first) === personOf(second)
  const isAssignedId = (assignment: TeamAssignment, team: OwnedTeam) => assignment.teamId === team.teamId
  const isPrimary = ({ memberId }: TeamAssignment, { ownerIds }: OwnedTeam) =>
    isSamePerson(memberId, ownerIds[0])
  const isOwner = ({ memberId }: TeamAssignment, { ownerIds }: OwnedTeam) =>
    ownerIds.some((ownerId) => isSamePerson(memberId, ownerId))
  const isOwnerless = (assignment: TeamAssignment, { ownerIds }: OwnedTeam) =>
    assignment.memberId === null && ownerIds.length === 0 && season >= (assignment.season ?? 0)

  const rules: ((assignment: TeamAssignment, team: OwnedTeam) => boolean)[] = [
    (assignment, team) => isAssignedId(assignment, team) && isPrimary(assignment, team),
    isPrimary,
    (assignment, team) => isAssignedId(assignment, team) && isOwner(assignment, team),
    isOwner,
    (assignment, team) => isAssignedId(assignment, team) && isOwnerless(assignment, team),
  ]
  for (const applies of rules) {
    for (const assignment of assignments.filter(({ userId }) => !assigned.has(userId))) {
      const team = byTeamId.find((each) => !users.has(each.teamId) && applies(assignment, each))
      if (team === undefined) continue
      users.set(team.teamId, assignment.userId)
      assigned.add(assignment.userId)
    }
  }
  return users
}
