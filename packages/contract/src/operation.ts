import type { Access } from '@fieldhouse/domain/league/roles'
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { MessageResponse, PATH_PARAMETERS } from './fields.ts'
import { type Limits, READ, WRITE } from './limits.ts'

export type Feature =
  | 'accounts'
  | 'leagues'
  | 'refresh'
  | 'standings'
  | 'roster'
  | 'matchups'
  | 'news'
  | 'history'
  | 'betslip'
  | 'feed'
  | 'live'
  | 'site'
  | 'admin'

/** The largest JSON body in bytes, unless an operation states another one. */
export const BODY_LIMIT = 64 * 1024

/**
 * The kinds of data whose changes are counted apart. `access` (sessions, users, memberships, leagues), `people`
 * (users), `nfl` and `news` belong to no league.
 */
export type DataKind = 'access' | 'people' | 'league' | 'season' | 'feed' | 'bets' | 'nfl' | 'news'

/** What a personal API token may be used for: reading leagues, or posting in their feeds. */
export const TOKEN_SCOPES = ['read', 'post'] as const

export type TokenScope = (typeof TOKEN_SCOPES)[number]

export type CacheRule = {
  /** Who gets the same response for the same URL: everyone with access to the league, or one user. */
  view: 'league' | 'user'
  /** The kinds of data that the response depends on. It also depends on the season by the calendar. */
  reads: readonly DataKind[]
}

/**
 * What needs a proof of who the user is that is at most 10 minutes old, because it is dangerous: every request, or those
 * with these values in the body. Of an operation that is open to anyone, only the requests of signed-in users.
 */
export type StepUp = true | Readonly<Record<string, string>>

/** An HTTP API operation as data, in the form of a Fastify route without its handler. */
export type Operation = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Ends with a slash; `:name` is a parameter. The server also accepts it without the slash. */
  url: `/api/${string}`
  /** The largest JSON body in bytes; BODY_LIMIT without it. Small where nobody has to be signed in. */
  bodyLimit?: number
  config: {
    /** Who may use the operation. `member` and `league_admin` refer to the league in the path. */
    access: Access
    /** Every operation has it that changes how somebody signs in, creates a secret, or gives the rights of an admin. */
    stepUp?: StepUp
    /** The scope of the API tokens that may use the operation; without it, none may. */
    tokenScope?: TokenScope
    /** Error codes specific to the operation, in addition to those of authorization and validation. */
    errors: readonly ErrorCode[]
    limits: Limits
    /** Without a rule, the response is computed for each request. */
    cache?: CacheRule
  }
  schema: {
    summary: string
    tags: readonly [Feature]
    params?: z.ZodType
    querystring?: z.ZodType | undefined
    body?: z.ZodType
    consumes?: readonly ['multipart/form-data']
    produces?: readonly string[]
    response: { 200: z.ZodType }
  }
}

type Described = Pick<Operation, 'bodyLimit'> &
  Omit<Operation['config'], 'errors' | 'limits'> &
  Partial<Pick<Operation['config'], 'errors' | 'limits'>> &
  Omit<Operation['schema'], 'tags' | 'response'> & { response?: z.ZodType }

/** The names of the parameters in an address. */
type NamesIn<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type PathOf<Url extends string> = z.ZodObject<
  Pick<typeof PATH_PARAMETERS, NamesIn<Url> & keyof typeof PATH_PARAMETERS>
>

type OperationOf<Method, Url extends Operation['url'], D extends Described> = {
  method: Method
  url: Url
  bodyLimit?: number
  config: Pick<D, keyof D & ('access' | 'stepUp' | 'tokenScope' | 'cache')> &
    Pick<Operation['config'], 'errors' | 'limits'>
  schema: Pick<Operation['schema'], 'summary' | 'tags'> &
    (Url extends `${string}:${string}`
      ? { params: D extends { params: infer P } ? P : PathOf<Url> }
      : unknown) &
    Pick<D, keyof D & ('querystring' | 'body' | 'consumes' | 'produces')> & {
      response: { 200: D extends { response: infer R } ? R : typeof MessageResponse }
    }
}

/**
 * Functions that describe the operations of a feature. Without `limits`, an operation has those of reading or writing,
 * without `response`, it answers with a message, and without `params`, its parameters are the usual ones of their names.
 * One with a league in its path can answer `league_not_found`.
 */
export function operationsOf(feature: Feature) {
  const describe =
    <const Method extends Operation['method']>(method: Method) =>
    <const Url extends Operation['url'], const D extends Described>(
      url: Url,
      described: D & Record<Exclude<keyof D, keyof Described>, never>,
    ) => {
      const {
        bodyLimit,
        access,
        stepUp,
        tokenScope,
        cache,
        errors = [],
        limits,
        response = MessageResponse,
        params = parametersIn(url),
        querystring,
        ...schema
      } = described
      const isOfLeague = url.includes('/:league/')
      return {
        method,
        url,
        ...(bodyLimit !== undefined && { bodyLimit }),
        config: {
          access,
          ...(stepUp !== undefined && { stepUp }),
          ...(tokenScope !== undefined && { tokenScope }),
          ...(cache !== undefined && { cache }),
          errors: isOfLeague ? ['league_not_found', ...errors] : errors,
          limits: limits ?? (method === 'GET' ? READ : WRITE),
        },
        schema: {
          ...(params !== undefined && { params }),
          ...(querystring !== undefined && { querystring }),
          ...schema,
          tags: [feature],
          response: { 200: response },
        },
      } as unknown as OperationOf<Method, Url, D>
    }
  return { get: describe('GET'), post: describe('POST'), del: describe('DELETE') }
}

function parametersIn(url: string) {
  const named = Object.entries(PATH_PARAMETERS).filter(([name]) => url.includes(`/:${name}/`))
  return named.length === 0 ? undefined : z.object(Object.fromEntries(named))
}

export const MEMBER_READ = { access: 'member', tokenScope: 'read' } as const

export type ResponseOf<O extends Operation> = z.output<O['schema']['response'][200]>

export type RequestOf<O extends Operation> = RequestPart<'params', O['schema']['params']> &
  RequestPart<'query', O['schema']['querystring']> &
  RequestPart<'body', O['schema']['body']>

type RequestPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { [K in Name]?: z.input<Schema> }
    : { [K in Name]: z.input<Schema> }
  : unknown
