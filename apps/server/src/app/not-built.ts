import type { Operation } from '@fieldhouse/contract/operation'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/api-error.ts'

/** Collects `METHOD url` of every route that is mounted from now on. */
export function servedRoutes(app: FastifyInstance): Set<string> {
  const served = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) served.add(`${each} ${url}`)
  })
  return served
}

/** Those calls of the contract that nothing serves yet. */
export function notBuilt(operations: Record<string, Operation>, served: ReadonlySet<string>): Operation[] {
  return Object.values(operations).filter(({ method, url }) => !served.has(`${method} ${url}`))
}

/** Answers these calls with `not_built`, after access was decided as it will be. */
export function mountNotBuilt(app: FastifyInstance, operations: readonly Operation[]): void {
  for (const operation of operations) {
    app.route({
      ...operation,
      schema: { summary: operation.schema.summary, tags: [...operation.schema.tags] },
      handler: async () => {
        throw new ApiError('not_built')
      },
    })
  }
}
