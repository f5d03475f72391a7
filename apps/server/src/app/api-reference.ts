import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { Access } from '@fieldhouse/domain/roles'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ERROR_CATALOG } from '../http/api-error.ts'
import { RELEASE } from './release.ts'

const ACCESS_DESCRIPTIONS: Record<Access, string> = {
  anyone: 'Open to anyone.',
  signed_in: 'For anyone who is signed in.',
  member: 'For members of the league.',
  league_admin: 'For admins of the league.',
  any_admin: 'For anyone who is admin of a league, site staff and site admins.',
  staff: 'For site staff and site admins.',
  site_admin: 'For site admins.',
}

/** The reference of the calls at `/api/docs/`, made from the contract. */
export const apiReference = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fieldhouse', description: 'The calls that the page makes.', version: RELEASE },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document)
      const described = schema as { response?: Record<string, unknown>; description?: string } | undefined
      const { config } = document.route
      if (described === undefined || config?.access === undefined) return { schema, url }
      return {
        url,
        schema: {
          ...described,
          description: ACCESS_DESCRIPTIONS[config.access],
          response: { ...described.response, ...errorResponsesOf(config) },
        },
      }
    },
  })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // No validator: it would send the reader's address and the document to another host.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list' },
    theme: { title: 'Fieldhouse: calls' },
  })
})

/** The error answers of a call by status, each with the codes it may carry. */
function errorResponsesOf(
  config: FastifyContextConfig,
): Record<string, { description: string; type: 'object' }> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of config.errors ?? []) {
    const [status] = ERROR_CATALOG[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        type: 'object',
        description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOG[code][1]}`).join('\n\n'),
      },
    ]),
  )
}
