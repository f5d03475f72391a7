import multipart from '@fastify/multipart'
import type { Operation, ResponseOf } from '@fieldhouse/contract/operation'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import type { LeagueScope } from '../auth/access.ts'
import type { CurrentUser } from '../auth/session-store.ts'
import type { Context } from '../context.ts'
import type { ContractApp } from './requests/validation.ts'

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
