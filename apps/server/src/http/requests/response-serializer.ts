import { createRequire } from 'node:module'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'

type Serialize = (data: unknown) => string

/**
 * Turns responses into JSON with code that is generated from their schemas on first use. Like parsing them by the
 * schema, it leaves out fields that the schema does not have, at about half of the cost, but it checks nothing.
 * @param checks whether to parse each response as well, and to fail unless the result is the same
 */
export function responseSerializers({ checks }: { checks: boolean }): FastifySerializerCompiler<z.ZodType> {
  return ({ schema }) => {
    const parseAndSerialize: Serialize = (data) => JSON.stringify(schema.parse(data))
    let compiled: Serialize | undefined
    return (data) => {
      compiled ??= compile(schema) ?? parseAndSerialize
      const json = compiled(data)
      if (checks && json !== parseAndSerialize(data))
        throw new Error(`The compiled serializer returned other JSON than the schema: ${json.slice(0, 200)}`)
      return json
    }
  }
}

/** @returns null for a schema with alternatives: choosing one takes longer than parsing */
function compile(schema: z.ZodType): Serialize | null {
  let hasAlternatives = false
  const document = z.toJSONSchema(schema, {
    // Its `nullable` needs no alternatives.
    target: 'openapi-3.0',
    reused: 'inline',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      hasAlternatives ||= jsonSchema.anyOf !== undefined || jsonSchema.oneOf !== undefined
      // Required fields would come before the optional ones.
      delete jsonSchema.required
      // Texts of known formats would not be escaped.
      delete jsonSchema.format
    },
  })
  return hasAlternatives ? null : loadCompiler()(document)
}

/** Loaded on first use, because it takes a part of the time until the server listens. */
function loadCompiler(): (schema: object) => Serialize {
  return createRequire(import.meta.url)('fast-json-stringify') as typeof import('fast-json-stringify')
}
