import type { GameEntry, LeagueBody } from './bodies.ts'

/**
 * Several bodies of one season as one. What an earlier body says stands; a later one adds what is
 * missing. Members and games are those of all bodies, teams those of the first body that has any:
 * a league can shrink between two requests.
 */
export function mergeBodies(bodies: readonly LeagueBody[]): LeagueBody {
  const [first, ...later] = bodies
  return later.reduce(mergeTwo, first ?? {})
}

function mergeTwo(first: LeagueBody, second: LeagueBody): LeagueBody {
  const knownTeams = new Set(first.teams?.map((team) => team.id))
  const teams = first.teams?.length ? second.teams?.filter((team) => knownTeams.has(team.id)) : second.teams
  const games = new Map(first.schedule?.map((game) => [game.id, game]))
  const schedule = second.schedule?.filter((game) => isSamePairing(games.get(game.id) ?? game, game))
  return fillGaps(first, { ...second, teams, schedule })
}

/** A schedule that is drawn again gives the same ids to other games. */
function isSamePairing(one: GameEntry, other: GameEntry): boolean {
  return one.home?.teamId === other.home?.teamId && one.away?.teamId === other.away?.teamId
}

/** `first`, with each gap in it filled from `second`. Lists of things with an `id` are joined by it. */
function fillGaps<T>(first: T, second: T): T {
  return fillValueGaps(first, second) as T
}

function fillValueGaps(first: unknown, second: unknown): unknown {
  if (first === null || first === undefined) return second
  if (Array.isArray(first)) return Array.isArray(second) ? fillListGaps(first, second) : first
  if (!isPlainObject(first) || !isPlainObject(second)) return first
  const completed = { ...first }
  for (const [key, value] of Object.entries(second)) completed[key] = fillValueGaps(first[key], value)
  return completed
}

function fillListGaps(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  const rest = second.filter(hasId)
  if (!first.every(hasId) || rest.length < second.length) return first
  const byId = new Map(rest.map((each) => [each.id, each]))
  const known = new Set(first.map((each) => each.id))
  return [
    ...first.map((each) => fillValueGaps(each, byId.get(each.id))),
    ...rest.filter((each) => !known.has(each.id)),
  ]
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasId(value: unknown): value is { id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value && value.id != null
}
