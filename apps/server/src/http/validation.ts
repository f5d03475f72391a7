import type { FastifyInstance } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ApiError } from './api-error.ts'

/**
 * Takes JSON bodies and no other kind. An empty body is none, so that calls without one may
 * still say that they send JSON.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

/** Routes whose input is checked and whose answers are held to the contract's schemas. */
export function registerContractValidation(app: FastifyInstance) {
  z.config({ customError: validationMessage })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('preHandler', async ({ params, query, body }) => {
    rejectUnstorableText(params)
    rejectUnstorableText(query)
    rejectUnstorableText(body)
  })
  return app.withTypeProvider<ZodTypeProvider>()
}

const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (data) =>
    JSON.stringify(schema.parse(data))

/** Sentences for what a schema finds and has no sentence of its own for. */
function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const field = issue.path?.length ? `'${issue.path.join('.')}'` : 'The body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${describeType(issue.expected)}.`
    case 'invalid_value':
      return `${field} must be one of ${issue.values.join(', ')}.`
    case 'invalid_union':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} is not of a form that is taken here.`
    default:
      return undefined
  }
}

function describeType(type: string): string {
  switch (type) {
    case 'string':
      return 'text'
    case 'int':
      return 'a whole number'
    case 'boolean':
      return 'true or false'
    case 'array':
      return 'a list'
    case 'object':
      return 'an object'
    default:
      return `a ${type}`
  }
}

/** Null characters and halves of characters are text that no engine gives back as it came. */
function rejectUnstorableText(part: unknown, path: readonly string[] = []): void {
  if (typeof part === 'string') {
    if (part.includes('\0') || !part.isWellFormed()) {
      const sentence = 'That text holds a character that cannot be stored.'
      throw new ApiError('invalid_input', {
        message: sentence,
        fields: { [path.join('.') || 'body']: sentence },
      })
    }
  } else if (part !== null && typeof part === 'object') {
    for (const [key, value] of Object.entries(part)) rejectUnstorableText(value, [...path, key])
  }
}
