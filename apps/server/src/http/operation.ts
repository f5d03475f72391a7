import { createRequire } from 'node:module'
import multipart from '@fastify/multipart'
import type { Operation, ResponseOf } from '@fieldhouse/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { LeagueScope } from '../auth/access.ts'
import type { CurrentUser } from '../auth/session-store.ts'
import type { Context } from '../context.ts'
import { type JsonBudget, JsonBudgetError, jsonMeter } from '../files/json.ts'
import { ApiError, invalidField, setValidationMessages } from './errors/api-error.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type Call<O extends Operation> = {
  ctx: Context
  params: Parsed<O['schema']['params']>
  query: Parsed<O['schema']['querystring']>
  body: Parsed<O['schema']['body']>
  user: O['config']['access'] extends 'anyone' ? CurrentUser | null : CurrentUser
  league: O['url'] extends `${string}/:league/${string}` ? LeagueScope : null
  request: FastifyRequest
  reply: FastifyReply
}

export type AnyCall = Pick<Call<Operation>, 'ctx' | 'request' | 'reply'>

type Result<O extends Operation> = ResponseOf<O> | FastifyReply

export type HandledOperation = {
  contract: Operation
  handle: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  options: Pick<RouteShorthandOptions, 'exposeHeadRoute'>
}

/** The handler throws an ApiError for an expected failure. */
export function operation<O extends Operation>(
  contract: O,
  handler: (call: Call<O>) => Result<O> | Promise<Result<O>>,
  options: HandledOperation['options'] = {},
): HandledOperation {
  return {
    contract,
    options,
    async handle(ctx, request, reply) {
      const { params, query, body, currentUser: user, leagueScope: league } = request
      // The hooks that ran before have made these what the contract says.
      return handler({ ctx, params, query, body, user, league, request, reply } as Call<O>)
    },
  }
}

export function registerOperations(
  app: Pick<ContractApp, 'route' | 'register'>,
  ctx: Context,
  operations: readonly HandledOperation[],
): void {
  const isForm = ({ contract }: HandledOperation) => contract.schema.consumes !== undefined
  const register = (to: Pick<ContractApp, 'route'>, { contract, options, handle }: HandledOperation) =>
    to.route({ ...contract, ...options, handler: (request, reply) => handle(ctx, request, reply) })
  for (const each of operations) if (!isForm(each)) register(app, each)
  // The others accept no forms.
  app.register(async (forms) => {
    await forms.register(multipart)
    for (const each of operations) if (isForm(each)) register(forms, each)
  })
}

/** For a body of the contract, which is a flat object with at most a short list. */
const BODY_BUDGET: JsonBudget = { maxDepth: 8, maxValues: 1000 }

/**
 * Accepts JSON bodies only, of limited depth and with a limited number of values. An empty body counts as no body, so that requests without one may still
 * send a JSON content type.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      jsonMeter(BODY_BUDGET).read(String(body))
    } catch (error) {
      return done(toBodyError(error))
    }
    return parse(request, String(body), done)
  })
}

function toBodyError(error: unknown): Error {
  if (!(error instanceof JsonBudgetError)) throw error
  const message = 'The request body is nested too deeply or has too many values.'
  return new ApiError('malformed_body', { message, cause: error })
}

/**
 * Validates requests against the schemas of the contract, and sends what the schemas of the responses have.
 * @param checksResponses whether a response that does not match its schema is an error
 */
export function registerContractValidation(
  app: FastifyInstance,
  { checksResponses }: { checksResponses: boolean },
) {
  setValidationMessages()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(responseSerializers({ checks: checksResponses }))
  app.addHook('preHandler', async ({ params, query, body }) => {
    rejectUnstorableText(params)
    rejectUnstorableText(query)
    rejectUnstorableText(body)
  })
  return app.withTypeProvider<ZodTypeProvider>()
}

export type ContractApp = ReturnType<typeof registerContractValidation>

/** Rejects null characters and lone surrogates, because no database engine returns them unchanged. */
function rejectUnstorableText(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      const message = "That text contains a character we can't store. Remove it and try again."
      throw invalidField(path.join('.') || 'body', message)
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [key, child] of Object.entries(value)) rejectUnstorableText(child, [...path, key])
  }
}

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
