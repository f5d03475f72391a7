import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { TOKEN_LIMITS } from '@fieldhouse/contract/accounts/api-tokens'
import { ERROR_CATALOG, type ErrorCode } from '@fieldhouse/contract/errors'
import { LIMIT_SCOPES, type Limit, type LimitScope, type Limits } from '@fieldhouse/contract/limits'
import type { Operation, TokenScope } from '@fieldhouse/contract/operation'
import { operations } from '@fieldhouse/contract/operations'
import type { Access } from '@fieldhouse/domain/league/roles'
import { pluralize } from '@fieldhouse/domain/pluralize'
import fastify, { type FastifyContextConfig, type FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { SESSION_COOKIE } from '../auth/access.ts'
import { PATH, type Page } from './api-reference.ts'
import { RELEASE } from './app-options.ts'

const ACCESS_DESCRIPTIONS: Record<Access, string> = {
  anyone: 'Open to anyone.',
  signed_in: 'Requires sign-in.',
  member: 'League members only.',
  league_admin: 'League admins only.',
  any_admin: 'Admins of any league, site staff, and site admins only.',
  staff: 'Site staff and site admins only.',
  site_admin: 'Site admins only.',
}

const TOKEN_DESCRIPTIONS: Record<TokenScope, string> = {
  read: 'Open to API tokens that may read leagues.',
  post: 'Open to API tokens that may post in feeds.',
}

const DESCRIPTION = `The HTTP API that the Fieldhouse web app uses.

The web app signs in with the cookie \`sessionid\`, and sends the value of the cookie \`csrftoken\` (\`GET /api/csrf/\`) in the header \`X-CSRFToken\` with every request other than GET and HEAD.

Scripts use an API token, which people create under "API tokens" on the account page: \`Authorization: Bearer fh_…\`. A request with a token needs no CSRF token, and its cookies are ignored. A token opens the operations that say so, in the leagues that it was created for, and only as long as its owner is a member of them. It never carries the rights of site staff or a site admin. Requests with tokens have limits of their own: ${describeLimit(TOKEN_LIMITS.read)} for reading and ${describeLimit(TOKEN_LIMITS.post)} for posting, of all tokens of a person together.`

const STEP_UP_DESCRIPTION =
  'needs a sign-in or a confirmation (`POST /api/account/confirm/`) in the last 10 minutes; otherwise the response is 403 with `identity_unconfirmed`.'

const SECURITY_SCHEMES = {
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
  token: { type: 'http', scheme: 'bearer', description: 'A personal API token, which begins with `fh_`.' },
} as const

async function createReference(): Promise<FastifyInstance> {
  const app = fastify({ exposeHeadRoutes: false, routerOptions: { ignoreTrailingSlash: true } })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fieldhouse API',
        description: DESCRIPTION,
        version: RELEASE,
      },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: describeOperation,
  })
  await app.register(swaggerUi, {
    routePrefix: PATH,
    // The validator would send the reader's IP address and the document to another host.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list' },
    theme: { title: 'Fieldhouse API reference' },
  })
  const all: readonly Operation[] = Object.values(operations)
  for (const operation of all) app.route({ ...operation, handler: async () => undefined })
  return app
}

const describeOperation: typeof jsonSchemaTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document)
  const routeSchema = schema as { response?: Record<string, unknown>; description?: string } | undefined
  const { config } = document.route
  if (routeSchema === undefined || config?.access === undefined) return { schema, url }
  return {
    url,
    schema: {
      ...routeSchema,
      description: [
        ACCESS_DESCRIPTIONS[config.access],
        ...describeStepUp(config),
        ...(config.tokenScope === undefined ? [] : [TOKEN_DESCRIPTIONS[config.tokenScope]]),
        ...describeLimits(config, document.route.bodyLimit),
      ].join('\n\n'),
      security: securityOf(config),
      response: { ...routeSchema.response, ...errorResponsesOf(config) },
    },
  }
}

function describeStepUp({ access, stepUp }: FastifyContextConfig): string[] {
  if (stepUp === undefined) return []
  if (stepUp !== true) {
    const values = Object.entries(stepUp).map(([name, value]) => `\`${name}\` \`${value}\``)
    return [`With ${values.join(' and ')}, it ${STEP_UP_DESCRIPTION}`]
  }
  return [`${access === 'anyone' ? 'While signed in, it' : 'It'} ${STEP_UP_DESCRIPTION}`]
}

function securityOf({ access, tokenScope }: FastifyContextConfig): Record<string, string[]>[] {
  if (access === 'anyone') return []
  return tokenScope === undefined ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

const SUBJECTS: Record<LimitScope, string> = {
  person: 'for each person',
  league: 'for each league',
  address: 'for each IP address (the /64 network of an IPv6 address)',
  site: 'for the whole site, where only successful requests count, and where the more of it is used, the less each of these may use',
}

function describeLimit({ person }: Limits): string {
  return person === undefined ? 'no limit' : `${person.requests} requests in ${describePeriod(person)}`
}

function describeLimits({ limits }: FastifyContextConfig, bodyLimit: number | undefined): string[] {
  if (limits === undefined) return []
  const rules = LIMIT_SCOPES.flatMap((scope) => {
    const limit = limits[scope]
    return limit === undefined ? [] : [`${limit.requests} in ${describePeriod(limit)} ${SUBJECTS[scope]}`]
  })
  return [
    `Limits of \`${limits.name}\` requests: ${rules.join(', ')}. Beyond them the response is 429 with \`Retry-After\` and \`RateLimit-*\` headers.`,
    ...(bodyLimit === undefined ? [] : [`The body may have ${bodyLimit.toLocaleString('en-US')} bytes.`]),
  ]
}

function describePeriod({ seconds }: Limit): string {
  return seconds % 3600 === 0 ? pluralize(seconds / 3600, 'hour') : pluralize(seconds / 60, 'minute')
}

function errorResponsesOf(config: FastifyContextConfig) {
  const codesByStatus = new Map<number, ErrorCode[]>()
  const limitError: ErrorCode[] = config.limits === undefined ? [] : ['too_many_attempts']
  for (const code of new Set([...(config.errors ?? []), ...limitError])) {
    const [status] = ERROR_CATALOG[code]
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      status,
      {
        type: 'object',
        description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOG[code][1]}`).join('\n\n'),
      },
    ]),
  )
}

let reference: Promise<FastifyInstance> | undefined

/** A page of the reference. The first one takes more than half a second, for the schemas. */
export async function readReference(path: string): Promise<Page> {
  reference ??= createReference()
  const { statusCode, headers, rawPayload } = await (await reference).inject(path)
  if (statusCode >= 500) throw new Error(`the API reference failed with ${statusCode}`)
  const own = ['content-type', 'cache-control', 'last-modified', 'location'].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
  )
  return { statusCode, headers: Object.fromEntries(own), body: new Uint8Array(rawPayload) }
}
