import type { Goal, TeamSet } from './place-goals.ts'
import { maxUnits, type UnitSource } from './unit-flow.ts'

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

export type MedianWeek = {
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
