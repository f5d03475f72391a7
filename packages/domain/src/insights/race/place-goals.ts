/** A set of teams by their indexes, one bit each. */
export type TeamSet = number

export type Goal = {
  team: number
  /** Whether the team misses the goal if exactly these teams rank ahead of it. More teams never help. */
  isMissed: (ahead: TeamSet) => boolean
}

export type GoalKind = 'place' | 'bye' | 'first' | 'division'

export type GoalRules = {
  places: number
  byes: number
  /** The division of each team; null in a league without divisions, whose winners would rank first. */
  divisions: readonly number[] | null
}

/** The goal of a team; null if the league does not have it. */
export function goalOf(team: number, kind: GoalKind, { places, byes, divisions }: GoalRules): Goal | null {
  if (kind === 'division' && divisions === null) return null
  if (kind === 'bye' && byes === 0) return null
  const seats = kind === 'place' ? places : kind === 'bye' ? byes : 1
  if (divisions === null) return { team, isMissed: (ahead) => countTeams(ahead) >= seats }
  const count = new Set(divisions).size
  const own = divisions.reduce(
    (set, division, other) => (division === divisions[team] ? set | (1 << other) : set),
    0,
  )
  const hasDivisionLeader = (ahead: TeamSet) => (ahead & own) !== 0
  const divisionsAhead = (ahead: TeamSet) =>
    new Set(divisions.filter((_, other) => (ahead & (1 << other)) !== 0)).size
  if (kind === 'division') return { team, isMissed: hasDivisionLeader }
  // The first seats are for winners of divisions, as long as there are enough of them.
  if (seats <= count)
    return { team, isMissed: (ahead) => hasDivisionLeader(ahead) || divisionsAhead(ahead) >= seats }
  return {
    team,
    isMissed: (ahead) =>
      hasDivisionLeader(ahead) && countTeams(ahead) - divisionsAhead(ahead) >= seats - count,
  }
}

export function countTeams(set: TeamSet): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}
