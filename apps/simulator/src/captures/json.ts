export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the league from a body of either endpoint. Throws a TypeError when it contains none. */
export function unwrapLeagueBody(body: Json): JsonObject {
  const league = Array.isArray(body) ? body[0] : body
  if (!isObject(league)) throw new TypeError('the captured body contains no object')
  return league
}

export function numberAt(value: Json | undefined, ...path: string[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' ? found : undefined
}

export function objectsAt(value: Json | undefined, ...path: string[]): JsonObject[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.filter(isObject) : []
}

export function valueAt(value: Json | undefined, ...path: string[]): Json | undefined {
  let found = value
  for (const key of path) found = isObject(found) ? found[key] : undefined
  return found
}

export function pick(value: Json | undefined, keys: readonly string[]): JsonObject {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)))
}
