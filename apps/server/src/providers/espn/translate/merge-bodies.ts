import type { GameEntry, LeagueBody } from '../schemas/bodies.ts'

/**
 * Merges several bodies of one season. Values of an earlier body take precedence, and later bodies fill the
 * gaps. Members and games of all bodies are combined. Teams come from the first body that has any, because a
 * league can shrink between two requests.
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

/** When a schedule is regenerated, the same IDs refer to other games. */
function isSamePairing(first: GameEntry, second: GameEntry): boolean {
  return first.home?.teamId === second.home?.teamId && first.away?.teamId === second.away?.teamId
}

/** Returns `first` with its gaps filled from `second`. Lists of objects with an `id` are merged by it. */
function fillGaps<T>(first: T, second: T): T {
  return fillValueGaps(first, second) as T
}

function fillValueGaps(first: unknown, second: unknown): unknown {
  if (first === null || first === undefined) return second
  if (Array.isArray(first)) return Array.isArray(second) ? fillListGaps(first, second) : first
  if (!isPlainObject(first) || !isPlainObject(second)) return first
  const merged = { ...first }
  for (const [key, value] of Object.entries(second)) merged[key] = fillValueGaps(first[key], value)
  return merged
}

function fillListGaps(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  const additions = second.filter(hasId)
  if (!first.every(hasId) || additions.length < second.length) return first
  const byId = new Map(additions.map((each) => [each.id, each]))
  const firstIds = new Set(first.map((each) => each.id))
  return [
    ...first.map((each) => fillValueGaps(each, byId.get(each.id))),
    ...additions.filter((each) => !firstIds.has(each.id)),
  ]
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasId(value: unknown): value is { id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value && value.id != null
}
