import { isObject, type Json, type JsonObject } from './json.ts'

/**
 * Merges two bodies of one league. Objects are merged by key and lists of objects by `id`. If both bodies
 * have a value, the first one takes precedence.
 */
export function mergeBodies(first: JsonObject, second: JsonObject): JsonObject {
  const union: JsonObject = { ...second }
  for (const [key, value] of Object.entries(first)) {
    const other = second[key]
    union[key] = other === undefined ? value : mergeValues(value, other)
  }
  return union
}

function mergeValues(first: Json, second: Json): Json {
  if (isObject(first) && isObject(second)) return mergeBodies(first, second)
  if (hasId(first) && hasId(second)) return mergeLists(first, second)
  return first
}

function mergeLists(first: JsonObject[], second: JsonObject[]): JsonObject[] {
  const others = new Map(second.map((each) => [each['id'], each]))
  const merged = first.map((each) => {
    const other = others.get(each['id'])
    others.delete(each['id'])
    return other === undefined ? each : mergeBodies(each, other)
  })
  return [...merged, ...others.values()]
}

function hasId(value: Json): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => isObject(each) && 'id' in each)
}
