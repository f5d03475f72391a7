import { createApiToken, listApiTokens, revokeApiToken } from '@fieldhouse/contract/api-tokens'
import { currentUser } from '../../../auth/access.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import { presentApiToken } from './present.ts'
import type { OwnTokenStore } from './store.ts'

export type ApiTokensOptions = { tokens: OwnTokenStore; now: () => Date }

/** Personal API tokens, for scripts. No token can be used to manage tokens. */
export const apiTokenRoutes: Routes<ApiTokensOptions> = (app, { tokens, now }) => {
  app.route({
    ...listApiTokens,
    async handler(request) {
      const list = await tokens.list(currentUser(request).userId)
      return { tokens: list.map((token) => presentApiToken(token, now())) }
    },
  })

  app.route({
    ...createApiToken,
    async handler(request, reply) {
      const result = await tokens.create(currentUser(request), request.body, now())
      if (typeof result === 'string') throw new ApiError(result)
      reply.header('cache-control', 'no-store')
      return {
        message: "Copy the token now. It won't be shown again.",
        token: result.token,
        created: presentApiToken(result.created, now()),
      }
    },
  })

  app.route({
    ...revokeApiToken,
    async handler(request) {
      if (!(await tokens.revoke(currentUser(request), request.body.id, now())))
        throw new ApiError('token_not_found')
      return { message: 'The token is revoked.' }
    },
  })
}
