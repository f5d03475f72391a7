/**
 * What is left of a regular season. Teams are indexes, and half wins are units: a win has 2, a tie 1. Points are
 * unknown, so teams level in units can finish in any order.
 */
export type OpenRace = {
  /** Units so far, by team. */
  units: readonly number[]
  games: readonly (readonly [number, number])[]
  medianWeeks: readonly MedianWeek[]
}

type MedianWeek = {
  /** The teams whose result against the median is open. */
  teams: readonly number[]
  /** The units of these teams together, as many as teams that play. null if somebody is idle: then they are unknown. */
  units: number | null
}

/**
 * Whether a team reaches the goal whatever happens in the open games. With open weeks of the median it may not know:
 * the results of a game and of the median come from the same scores, but are treated as independent.
 */
export function isClinched(race: OpenRace, goal: Goal): boolean {
  const { units } = race
  const target = units[goal.team] ?? 0
  const needOf = (team: number) => target - (units[team] ?? 0)
  const opponents = rivalsOf(race, goal.team)
  const certain = opponents.filter((team) => needOf(team) <= 0)
  const others = opponents
    .filter((team) => needOf(team) > 0 && needOf(team) <= unitsLeft(race, team))
    .sort((a, b) => needOf(a) - unitsLeft(race, a) - (needOf(b) - unitsLeft(race, b)))

  /** Whether all these teams can end level with the team or ahead, if it loses everything. */
  const canAllReach = (set: TeamSet) => {
    const needs = units.map((_, team) =>
      has(set, team) ? Math.max(0, needOf(team) - unitsFromOutside(race, set, team)) : 0,
    )
    const missing = needs.reduce((sum, need) => sum + need, 0)
    return missing === 0 || maxUnits(sourcesInside(race, set), needs) === missing
  }
  return !canFindSet(toSet(certain), others, goal.isMissed, canAllReach)
}

/** Whether a team misses the goal whatever happens in the open games. Like `isClinched`, it may not know. */
export function isEliminated(race: OpenRace, goal: Goal): boolean {
  const { units } = race
  const top = (units[goal.team] ?? 0) + unitsLeft(race, goal.team)
  const roomOf = (team: number) => top - (units[team] ?? 0)
  const opponents = rivalsOf(race, goal.team)
  const leftOf = (team: number) => unitsLeft(race, team) - 2 * gamesBetween(race, team, goal.team)
  const certain = opponents.filter((team) => leftOf(team) <= roomOf(team))
  const others = opponents
    .filter((team) => leftOf(team) > roomOf(team) && roomOf(team) >= 0)
    .sort((a, b) => roomOf(b) - leftOf(b) - (roomOf(a) - leftOf(a)))
  const all = toSet(opponents)

  /** Whether all these teams can end level with the team or behind, if it wins everything. */
  const canAllStayBehind = (set: TeamSet) => {
    const rooms = units.map((_, team) => (has(set, team) ? roomOf(team) : 0))
    const sources = [
      ...sourcesInside({ ...race, medianWeeks: [] }, set),
      ...medianUnitsFor(race, set, goal.team),
    ]
    const handedOut = sources.reduce((sum, source) => sum + source.units, 0)
    return handedOut === 0 || maxUnits(sources, rooms) === handedOut
  }
  return !canFindSet(toSet(certain), others, (set) => !goal.isMissed(all & ~set), canAllStayBehind)
}

/**
 * Whether adding some of the teams gives a set that is enough and possible. Adding a team never makes a set less
 * enough or more possible.
 */
function canFindSet(
  set: TeamSet,
  teams: readonly number[],
  isEnough: (set: TeamSet) => boolean,
  isPossible: (set: TeamSet) => boolean,
): boolean {
  if (!isEnough(set | toSet(teams)) || !isPossible(set)) return false
  if (isEnough(set)) return true
  return teams.some((team, index) =>
    canFindSet(set | (1 << team), teams.slice(index + 1), isEnough, isPossible),
  )
}

function rivalsOf({ units }: OpenRace, team: number): number[] {
  return [...units.keys()].filter((other) => other !== team)
}

function unitsLeft({ games, medianWeeks }: OpenRace, team: number): number {
  const weeks = medianWeeks.filter(({ teams }) => teams.includes(team)).length
  return 2 * (games.filter((game) => game.includes(team)).length + weeks)
}

function gamesBetween({ games }: OpenRace, a: number, b: number): number {
  return games.filter((game) => game.includes(a) && game.includes(b)).length
}

/** Members win all games against teams outside the set, and median weeks whose results are not limited. */
function unitsFromOutside({ games, medianWeeks }: OpenRace, set: TeamSet, team: number): number {
  let units = 0
  for (const [a, b] of games) if ((a === team && !has(set, b)) || (b === team && !has(set, a))) units += 2
  for (const { units: limit, teams } of medianWeeks) if (limit === null && teams.includes(team)) units += 2
  return units
}

function sourcesInside({ games, medianWeeks }: OpenRace, set: TeamSet): UnitSource[] {
  const inside = games.filter(([a, b]) => has(set, a) && has(set, b)).map((teams) => ({ units: 2, teams }))
  const weeks = medianWeeks.flatMap(({ units, teams }) =>
    units === null ? [] : [{ units, teams: teams.filter((team) => has(set, team)) }],
  )
  return [...inside, ...weeks]
}

/** The units of median weeks that only these teams can take, when everybody else wins against the median. */
function medianUnitsFor({ medianWeeks }: OpenRace, set: TeamSet, winner: number): UnitSource[] {
  return medianWeeks.flatMap(({ units, teams }) => {
    const inside = teams.filter((team) => has(set, team) && team !== winner)
    const handedOut = (units ?? 0) - 2 * (teams.length - inside.length)
    return handedOut > 0 ? [{ units: handedOut, teams: inside }] : []
  })
}

function has(set: TeamSet, team: number): boolean {
  return (set & (1 << team)) !== 0
}

function toSet(teams: readonly number[]): TeamSet {
  return teams.reduce((set, team) => set | (1 << team), 0)
}

/** The most teams for which sets fit into one number. */
export const MAX_TEAMS = 30

/** A set of teams by their indexes, one bit each. */
type TeamSet = number

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

function countTeams(set: TeamSet): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Half wins that go to one or two teams: a game gives both teams up to 2, a week of the median all teams up to 2. */
type UnitSource = {
  units: number
  /** The teams that can receive them, each at most 2. */
  teams: readonly number[]
}

/**
 * The most half wins that the sources can give to teams with limited room, a maximum flow. `rooms` is by team. The
 * search starts from a greedy assignment and moves units along paths from team to team.
 */
function maxUnits(sources: readonly UnitSource[], rooms: readonly number[]): number {
  const left = [...rooms]
  const spare = sources.map(({ units }) => units)
  const given = sources.map(({ teams }) => teams.map(() => 0))
  const sourcesOf = rooms.map((_, team) =>
    sources.flatMap(({ teams }, source) =>
      teams.includes(team) ? [{ source, slot: teams.indexOf(team) }] : [],
    ),
  )

  /** Moves one unit to the team from a source with spare units, over other teams if necessary. */
  const pull = (team: number, visited: Set<number>): boolean => {
    visited.add(team)
    for (const { source, slot } of sourcesOf[team] ?? []) {
      const shares = given[source] ?? []
      if ((shares[slot] ?? 0) >= 2) continue
      const taken = (amount: number) => {
        shares[slot] = (shares[slot] ?? 0) + amount
      }
      if ((spare[source] ?? 0) > 0) {
        spare[source] = (spare[source] ?? 0) - 1
        taken(1)
        return true
      }
      for (const [otherSlot, other] of (sources[source]?.teams ?? []).entries()) {
        if (visited.has(other) || (shares[otherSlot] ?? 0) === 0) continue
        shares[otherSlot] = (shares[otherSlot] ?? 0) - 1
        taken(1)
        if (pull(other, visited)) return true
        shares[otherSlot] = (shares[otherSlot] ?? 0) + 1
        taken(-1)
      }
    }
    return false
  }

  let total = 0
  for (const [team, room] of left.entries())
    for (let unit = 0; unit < room; unit += 1) {
      if (!pull(team, new Set())) break
      total += 1
    }
  return total
}
