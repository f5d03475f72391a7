import type { Operation } from '@fieldhouse/contract/operation'
import { z } from 'zod'
import { BAD_JSON, BAD_TEXT } from './bad-values.ts'

/** The part of a request that contains a field. */
type FieldLocation = 'params' | 'querystring' | 'body'

export type Field = { location: FieldLocation; name: string }

/** A value as sent: JSON text in a body, percent-encoded in a URL; null omits the field. */
export type Change = Field & { text: string | null }

export type BadRequest = {
  url: string
  body: string | Buffer | undefined
  contentType: string | undefined
  /** Added to the default headers, or replacing them. */
  headers?: Record<string, string | string[]>
}

/** Valid values for fields whose schema does not imply one. */
const EXAMPLE_VALUES: Record<string, unknown> = {
  league: 'Harbour',
  recap_sections: ['results'],
  key: '4b1c7a0e-6d52-4f0b-9a3e-2f1d8c5b7a90',
  username: 'player',
  email: 'someone@example.org',
  password: 'correct horse battery',
  new_password: 'correct horse battery',
  name: 'Harbour',
  espn_league_id: 4711,
  google_sheet_id: '',
  google_sheet_gid: '',
  season: 2026,
  reads_season: 2026,
  week: 1,
  league_team_id: 1,
  a: 'Ada Marlow',
  b: 'Ben Okafor',
  owner: 'Ada Marlow',
  into: 'Ben Okafor',
  before: '0.1791743400000.1',
  older_than: '1791743400000.1000',
  address: 'http://127.0.0.1:9/api/webhooks/1/token',
  limit: '50',
  provider: '1',
  return_to: '?tab=roster',
  begins: '22:00',
  ends: '07:00',
  time_zone: 'Europe/Berlin',
  endpoint: 'https://push.example/one',
  // A point of the curve; `auth` may be any 16 bytes.
  p256dh: 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  from: '2026-10-01T00:00:00Z',
  to: '2026-11-01T00:00:00Z',
  until: '2026-11-01T00:00:00Z',
  options: ['Yes', 'No'],
  scopes: ['read'],
  leagues: ['Harbour'],
  closes_at: '2026-11-01T12:00:00Z',
  amount: '25',
  due_on: '2026-09-01',
  paid_on: '2026-09-01',
  start: 2024,
  end: 2026,
  swid: '',
  espn_s2: '',
  cookie_header: '',
}

/** For operations in which a field of that name is something else: a year, or the address of the site. */
const OTHER_VALUES: Record<string, unknown> = { from: 2026, to: 2026, address: 'https://league.example' }

export function badValuesFor({ location }: Field): readonly (string | null)[] {
  return location === 'body' ? BAD_JSON : BAD_TEXT
}

/** The fields that an operation declares. */
export function fieldsOf(operation: Operation): Field[] {
  return (['params', 'querystring', 'body'] as const).flatMap((location) =>
    Object.keys(exampleFieldsOf(operation, location)).map((name) => ({ location, name })),
  )
}

/** The valid example request with these changes. */
export function requestWith(operation: Operation, changes: readonly Change[]): BadRequest {
  const params = encodeFields(operation, 'params', changes)
  const query = encodeFields(operation, 'querystring', changes)
  const path = operation.url.replace(/:(\w+)/g, (_, name: string) => params.get(name) ?? '')
  return {
    url: query.size === 0 ? path : `${path}?${[...query].map((pair) => pair.join('=')).join('&')}`,
    body: operation.schema.body === undefined ? undefined : bodyOf(operation, changes),
    contentType: operation.schema.body === undefined ? undefined : 'application/json',
  }
}

/** The JSON of the valid example body with these changes. */
export function bodyOf(operation: Operation, changes: readonly Change[] = []): string {
  const pairs = [...encodeFields(operation, 'body', changes)].map(
    ([name, text]) => `${JSON.stringify(name)}:${text}`,
  )
  return `{${pairs.join(',')}}`
}

/** Whether the contract accepts this JSON as the body and both engines can store it. Empty text means no body. */
export function isBodyAccepted({ schema }: Operation, json: string): boolean {
  const parsed = schema.body?.safeParse(json === '' ? undefined : JSON.parse(json))
  return parsed === undefined || (parsed.success && isStorable(parsed.data))
}

/** Whether no text in the value contains a null character or an unpaired surrogate. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return value === null || typeof value !== 'object' || Object.values(value).every(isStorable)
}

function encodeFields(
  operation: Operation,
  location: FieldLocation,
  changes: readonly Change[],
): Map<string, string> {
  const encode = (value: unknown) =>
    location === 'body' ? JSON.stringify(value) : encodeURIComponent(String(value))
  const pairs = new Map<string, string>()
  for (const [name, value] of Object.entries(exampleFieldsOf(operation, location))) {
    pairs.set(name, encode(value))
  }
  for (const { name, text } of changes.filter((change) => change.location === location)) {
    if (text === null) pairs.delete(name)
    else pairs.set(name, text)
  }
  return pairs
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const exampleCache = new WeakMap<z.ZodType, Record<string, unknown>>()

function exampleFieldsOf({ schema }: Operation, location: FieldLocation): Record<string, unknown> {
  const part = schema[location]
  if (part === undefined) return {}
  const cached = exampleCache.get(part)
  if (cached !== undefined) return cached
  const example = exampleFor(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))
  const fields = example as Record<string, unknown>
  const shape: Record<string, z.ZodType> = part instanceof z.ZodObject ? part.shape : {}
  for (const [name, value] of Object.entries(OTHER_VALUES))
    if (shape[name]?.safeParse(fields[name]).success === false) fields[name] = value
  exampleCache.set(part, fields)
  return fields
}

function exampleFor(schema: JsonSchema): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.[0] !== undefined) return exampleFor(choices[0])
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => [
          name,
          each.enum === undefined ? (EXAMPLE_VALUES[name] ?? exampleFor(each)) : exampleFor(each),
        ]),
      )
    case 'array':
      return []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'string':
      return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
    default:
      return null
  }
}
