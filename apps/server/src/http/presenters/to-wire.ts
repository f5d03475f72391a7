import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Points } from '@fieldhouse/domain/points'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Uncapitalize<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Uncapitalize<First>}${SnakeCase<Rest>}`
  : Name

/** A value as responses have it. Points are no part of it, because they have to be converted to decimals before. */
export type Wire<Value> = Value extends Points
  ? never
  : Value extends Date | Cents
    ? string
    : Value extends readonly (infer Item)[]
      ? Wire<Item>[]
      : Value extends object
        ? { [Name in keyof Value as Name extends string ? SnakeCase<Name> : never]: Wire<Value[Name]> }
        : Value

/**
 * Renames the fields of objects and of objects in them to `snake_case`, and writes times as ISO texts and amounts of
 * money as decimals.
 */
export function toWire<Value>(value: Value): Wire<Value> {
  return convert(value) as Wire<Value>
}

function convert(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return moneyToDecimalString(value as Cents)
  if (Array.isArray(value)) return value.map(convert)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [snakeCase(name), convert(each)]))
}

const snakeCaseNames = new Map<string, string>()

/** Names are those of types, so there are few. */
function snakeCase(name: string): string {
  const known = snakeCaseNames.get(name)
  if (known !== undefined) return known
  const renamed = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeCaseNames.set(name, renamed)
  return renamed
}
