import type { Operation } from '@fieldhouse/contract/operation'
import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Fields = Record<string, unknown>

/** The body and the query of a request, both as generated; undefined if the operation has none. */
export type GeneratedInput = { body: Fields | undefined; query: Fields }

/** Texts that are valid in many fields and handled differently by careless code. */
const ODD_TEXTS = [
  ['NaN', 'Infinity', '-0', '1e999', 'null', 'undefined', '[object Object]', 'true', '0x10'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '$&', '%s%n', '{{7*7}}', '../..'],
  ['\u202egnp.exe', '\ufeff', '\u200b', '\0', '\ud800', 'e\u0301', 'ß', 'İ', '👨‍👩‍👧', '\u2028', '١٢٣'],
].flat()

const ANY_JSON = fc.jsonValue({ maxDepth: 4 })

/** Inputs that the schemas accept, and inputs that differ from them in one place. Rules of the league may refuse both. */
export function inputArbitrary({ schema }: Operation): fc.Arbitrary<GeneratedInput> {
  const body = schema.body === undefined ? fc.constant(undefined) : nearlyValid(toJsonSchema(schema.body))
  const query =
    schema.querystring === undefined ? fc.constant({}) : nearlyValid(toJsonSchema(schema.querystring))
  return fc.record({ body, query })
}

function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

function nearlyValid(schema: JsonSchema): fc.Arbitrary<Fields> {
  const valid = valueArbitrary(schema) as fc.Arbitrary<Fields>
  const names = [...Object.keys(schema.properties ?? {}), 'unknown']
  const change = fc.option(fc.tuple(fc.constantFrom(...names), fc.option(ANY_JSON, { nil: undefined })), {
    freq: 2,
  })
  return fc.tuple(valid, change).map(([fields, changed]) => {
    if (changed === null) return fields
    const [name, value] = changed
    return { ...fields, [name]: value }
  })
}

function valueArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueArbitrary(choice)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectArbitrary(schema)
    case 'array':
      return fc.array(valueArbitrary((schema.items ?? {}) as JsonSchema), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 20, 20),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return numberArbitrary(schema)
    case 'string':
      return textArbitrary(schema)
    default:
      return ANY_JSON
  }
}

function objectArbitrary(schema: JsonSchema): fc.Arbitrary<Fields> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, valueArbitrary(each)])), {
    requiredKeys: schema.required ?? [],
  })
}

function numberArbitrary({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  return type === 'integer'
    ? fc.integer({ min: minimum, max: maximum })
    : fc.double({ min: minimum, max: maximum, noNaN: true })
}

/** Texts of any allowed length, the longest one included. Formats and patterns of the contract have a fixed length. */
function textArbitrary({
  format,
  pattern,
  minLength = 0,
  maxLength = 200,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) }
  return fc.oneof(
    fc.string({ unit: 'grapheme', ...length }),
    fc.string({ unit: 'binary', ...length }),
    fc.constantFrom(...ODD_TEXTS),
    fc.constantFrom('x', 'é', '\u202e').map((unit) => unit.repeat(maxLength)),
  )
}
