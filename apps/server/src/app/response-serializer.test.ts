import type { Operation } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { responseSerializers } from '../http/operation.ts'

const SCHEMAS = Object.entries<Operation>(operations).flatMap(([name, { schema }]) =>
  Object.entries(schema.response ?? {}).flatMap(([status, response]) =>
    response instanceof z.ZodFile ? [] : [[`${name} ${status}`, response] as const],
  ),
)

const TEXTS = [
  'Bisons',
  '12.50',
  '',
  '2026-11-23T01:30:00.000Z',
  '2026-09-01',
  '"\\\n\t\u2028',
  'é 👨‍👩‍👧',
  '\ud800',
  '/api/x'.repeat(60),
]
const NUMBERS = [3, 0, -0, -1.25, 1e21, 2_147_483_647]
/** Enough for every text and number at every place. */
const TURNS = 42

function serializerOf(schema: z.ZodType, checks: boolean): (data: unknown) => string {
  return responseSerializers({ checks })({ schema, method: 'GET', url: '/' })
}

/** A value of a schema, another one in each turn. */
function example(schema: z.core.$ZodType, turn: number): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isValid = (value: unknown) => z.safeParse(schema, value).success
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, each], index) => [
        name,
        example(each, turn + index),
      ])
      return { password_hash: 'in no schema', ...Object.fromEntries(fields.toReversed()) }
    }
    case 'array':
      return Array.from({ length: turn % 3 }, (_, index) => example(def.element, turn + index))
    case 'record':
      return Object.fromEntries(keysOf(def.keyType).map((key) => [key, example(def.valueType, turn)]))
    case 'union':
      return example(at(def.options, turn), turn)
    case 'optional':
      return turn % 2 === 0 ? undefined : example(def.innerType, turn)
    case 'nullable':
      return turn % 3 === 0 ? null : example(def.innerType, turn)
    case 'nonoptional':
      // Of an optional value, which has one in odd turns.
      return example(def.innerType, turn * 2 + 1)
    case 'enum':
      return at(Object.values(def.entries), turn)
    case 'literal':
      return at(def.values, turn)
    case 'unknown':
      return { any: [at(TEXTS, turn), at(NUMBERS, turn), null] }
    case 'boolean':
      return turn % 2 === 0
    case 'number':
      return at(NUMBERS.filter(isValid), turn)
    case 'string':
      return at(TEXTS.filter(isValid), turn)
    case 'null':
      return null
    default:
      throw new Error(`no example of the type ${def.type}`)
  }
}

function keysOf(schema: z.core.$ZodType): string[] {
  return schema instanceof z.ZodEnum ? schema.options.map(String) : ['rank', 'Elo "2026"']
}

const at = <Value>(values: readonly Value[], turn: number) => values[turn % values.length] as Value

describe.each(SCHEMAS)('the response of %s', (_, schema) => {
  it('has the same bytes as if it were parsed', () => {
    const serialize = serializerOf(schema, false)
    const compared = Array.from({ length: TURNS }, (_each, turn) => example(schema, turn)).filter((data) => {
      const { success, data: parsed } = schema.safeParse(data)
      if (success) expect(serialize(data)).toBe(JSON.stringify(parsed))
      return success
    })
    expect(compared).not.toEqual([])
  })
})

describe('a response that does not match its schema', () => {
  const Team = z.object({ name: z.string(), division: z.string().optional(), wins: z.number() })

  it('is an error where responses are checked', () => {
    expect(() => serializerOf(Team, true)({ name: 'Bisons', wins: '3' })).toThrow(z.ZodError)
  })

  it('is sent without unknown fields where they are not', () => {
    const serialize = serializerOf(Team, false)
    expect(serialize({ wins: 3, password_hash: 'secret', name: 'Bisons' })).toBe('{"name":"Bisons","wins":3}')
  })
})
