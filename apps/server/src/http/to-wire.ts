import type { ImportMark, SeasonOrigin } from '@fieldhouse/contract/fields'
import type { RecapCard } from '@fieldhouse/contract/recap'
import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type Cents, moneyToDecimalString } from '@fieldhouse/domain/money'
import type { Points } from '@fieldhouse/domain/points'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import type { LeagueImport } from '../repositories/league-sources.ts'
import type { FileOrigin } from '../repositories/stored-seasons.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Uncapitalize<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Uncapitalize<First>}${SnakeCase<Rest>}`
  : Name

/** A value as responses have it. Points are no part of it, because they have to be converted to decimals before. */
type Wire<Value> = Value extends Points
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

type Freshness = {
  updatedAt: Date | null
  lastError: string | null
  /** Whose data they are; null for a CSV file, and if nothing is stored. Missing for several seasons. */
  provider?: ProviderName | null
}

export function presentFreshness({ updatedAt, lastError, provider }: Freshness) {
  return {
    updated_at: updatedAt?.toISOString() ?? null,
    last_error: lastError,
    ...(provider === undefined ? {} : { provider }),
  }
}

export function presentImport(leagueImport: LeagueImport | null): { imported?: ImportMark } {
  return leagueImport === null ? {} : { imported: toWire(leagueImport) }
}

/** No field for a season that was read from its provider. */
export function presentOrigin(file: FileOrigin | null): { origin?: SeasonOrigin } {
  if (file === null) return {}
  return { origin: { platform: file.platform, files: file.files.map(({ name }) => name) } }
}

export function presentRecapCard(recap: RecapDocument): RecapCard {
  const { title, headline, story, games, byes, awards, power, odds, records, standings } = recap
  return { title, headline, story, games, byes, awards, power, odds, records, standings }
}
