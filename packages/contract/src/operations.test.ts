/// <reference types="vite/client" />

import type { Access } from '@fieldhouse/domain/league/roles'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** The table of endpoints in section 7 of the specification, in the same order. */
const FROM_SPECIFICATION = [
  'GET /api/csrf/',
  'GET /api/whoami/',
  'POST /api/login/',
  'POST /api/logout/',
  'POST /api/register/',
  'POST /api/password-reset/request/',
  'POST /api/password-reset/confirm/',
  'GET /api/leagues/',
  'GET /api/users/',
  'GET /api/league-requests/',
  'GET /api/leagues/status/',
  'GET /api/espn/cookie-status/',
  'GET /api/user-leagues/:username/',
  'GET /api/league/:league/cookie-status/',
  'GET /api/league/:league/teams/',
  'POST /api/league/:league/assign-team/',
  'POST /api/assign-user/',
  'POST /api/create-league/',
  'POST /api/league-requests/approve/',
  'POST /api/league-requests/reject/',
  'POST /api/league/:league/espn-credentials/',
  'POST /api/refresh-espn/',
  'POST /api/users/set-staff/',
  'POST /api/users/reset-password/',
  'POST /api/request-league/',
  'GET /api/league/:league/me/role/',
  'GET /api/league/:league/me/summary/',
  'GET /api/league/:league/standings/',
  'GET /api/league/:league/snapshot/',
  'GET /api/league/:league/meta/',
  'GET /api/league/:league/me/roster/',
  'GET /api/league/:league/scoreboard/',
  'GET /api/league/:league/me/matchup/',
  'GET /api/player-news/',
  'GET /api/league/:league/history/',
  'GET /api/league/:league/owner-compare/',
  'POST /api/league/:league/history/backfill-admin/',
  'GET /api/league/:league/bets/',
  'POST /api/league/:league/bets/save/',
  'POST /api/league/:league/bets/admin/refresh/',
  'GET /api/league/:league/social/feed/',
  'POST /api/league/:league/social/posts/',
  'POST /api/league/:league/social/posts/:id/like/',
  'GET /api/league/:league/social/posts/:id/comments/',
  'POST /api/league/:league/social/posts/:id/comments/',
  'POST /api/league/:league/social/posts/:id/pin/',
  'POST /api/league/:league/social/proposals/',
  'POST /api/league/:league/social/proposals/:id/vote/',
  'POST /api/league/:league/social/proposals/:id/pin/',
  'POST /api/league/:league/social/media/',
  'POST /api/league/:league/social/posts/media/',
  'DELETE /api/league/:league/social/posts/media/:key/',
] as const

/** Added by sections 8 and 9 of the decisions. */
const FROM_DECISIONS = [
  'GET /api/league/:league/events/',
  'GET /api/league/:league/social/media/:id/file',
  'DELETE /api/league/:league/social/posts/:id/',
  'DELETE /api/league/:league/social/posts/:id/comments/:comment/',
  'DELETE /api/league/:league/social/proposals/:id/',
  'DELETE /api/league/:league/social/media/:id/',
] as const

/**
 * Who may use the operations that are not for all members of a league. A change of an access level has to be made here
 * as well, so that nobody opens an operation by mistake. Source: decisions, 3.
 */
const NOT_FOR_MEMBERS: Record<Exclude<Access, 'member'>, readonly string[]> = {
  anyone: [
    'POST /api/account/email/verify/',
    'POST /api/auth/oidc/finish/',
    'GET /api/auth/oidc/providers/',
    'POST /api/auth/oidc/register/',
    'POST /api/auth/oidc/start/',
    'GET /api/csrf/',
    'GET /api/images/links/:signature/:picture/',
    'GET /api/images/logos/:signature/:picture/',
    'POST /api/invites/read/',
    'GET /api/league-file-schema/',
    'POST /api/login/',
    'POST /api/login/passkey/',
    'POST /api/login/passkey/start/',
    'POST /api/login/second-factor/',
    'POST /api/login/second-factor/start/',
    'POST /api/logout/',
    'POST /api/password-reset/confirm/',
    'POST /api/password-reset/request/',
    'GET /api/public/:code/',
    'GET /api/public/:code/games/:season/:week/:game/image/',
    'GET /api/public/:code/history/',
    'GET /api/public/:code/scoreboard/',
    'GET /api/public/:code/standings/',
    'GET /api/public/:code/standings/image/',
    'POST /api/register/',
    'GET /api/site/',
    'GET /api/subscriptions/calendar/:code/',
    'GET /api/subscriptions/recaps/:code/',
    'GET /api/whoami/',
  ],
  signed_in: [
    'POST /api/account/',
    'GET /api/account/confirm/',
    'POST /api/account/confirm/',
    'POST /api/account/confirm/start/',
    'POST /api/account/delete/',
    'GET /api/account/email/',
    'POST /api/account/email/send/',
    'GET /api/account/imported-people/',
    'POST /api/account/imported-people/claim/',
    'GET /api/account/mutes/',
    'DELETE /api/account/mutes/:id/',
    'POST /api/account/passkeys/',
    'POST /api/account/passkeys/remove/',
    'POST /api/account/passkeys/start/',
    'POST /api/account/password/',
    'POST /api/account/recovery-codes/',
    'GET /api/account/security/',
    'GET /api/account/sessions/',
    'POST /api/account/sessions/end/',
    'GET /api/account/subscriptions/',
    'POST /api/account/subscriptions/',
    'POST /api/account/subscriptions/revoke/',
    'GET /api/account/tokens/',
    'POST /api/account/tokens/',
    'POST /api/account/tokens/revoke/',
    'POST /api/account/totp/',
    'POST /api/account/totp/remove/',
    'POST /api/account/totp/start/',
    'GET /api/auth/oidc/identities/',
    'POST /api/auth/oidc/link/',
    'POST /api/auth/oidc/unlink/',
    'GET /api/dashboard/',
    'GET /api/images/nfl-teams/:team/',
    'GET /api/images/players/:player/',
    'GET /api/inbox/',
    'POST /api/inbox/read/',
    'GET /api/inbox/unread/',
    'POST /api/invites/accept/',
    'GET /api/league/:league/me/role/',
    'GET /api/leagues/',
    'GET /api/my-requests/',
    'GET /api/notifications/',
    'POST /api/notifications/',
    'POST /api/notifications/devices/',
    'POST /api/notifications/devices/remove/',
    'GET /api/player-news/',
    'POST /api/request-league/',
    'GET /api/user-leagues/:username/',
  ],
  league_admin: [
    'POST /api/league/:league/assign-team/',
    'POST /api/league/:league/bets/admin/refresh/',
    'POST /api/league/:league/bets/settle/',
    'GET /api/league/:league/cookie-status/',
    'POST /api/league/:league/delete/',
    'POST /api/league/:league/dues/',
    'POST /api/league/:league/dues/adjustments/',
    'DELETE /api/league/:league/dues/entries/:id/',
    'POST /api/league/:league/dues/payments/',
    'POST /api/league/:league/dues/payouts/',
    'DELETE /api/league/:league/dues/payouts/:id/',
    'POST /api/league/:league/dues/remove/',
    'POST /api/league/:league/dues/winner/',
    'POST /api/league/:league/espn-credentials/',
    'POST /api/league/:league/espn-credentials/test/',
    'GET /api/league/:league/export/',
    'POST /api/league/:league/history/backfill-admin/',
    'POST /api/league/:league/history/backfill-admin/stop/',
    'POST /api/league/:league/history/exclusions/',
    'GET /api/league/:league/history/merges/',
    'POST /api/league/:league/history/merges/',
    'DELETE /api/league/:league/history/merges/:id/',
    'POST /api/league/:league/history/merges/all/',
    'GET /api/league/:league/invites/',
    'POST /api/league/:league/invites/',
    'POST /api/league/:league/invites/revoke/',
    'POST /api/league/:league/invites/undo/',
    'GET /api/league/:league/jobs/',
    'POST /api/league/:league/keeper-rule/',
    'GET /api/league/:league/members/',
    'POST /api/league/:league/members/remove/',
    'POST /api/league/:league/owners/:owner/picture/',
    'DELETE /api/league/:league/owners/:owner/picture/',
    'GET /api/league/:league/public-link/',
    'POST /api/league/:league/public-link/',
    'POST /api/league/:league/public-link/revoke/',
    'POST /api/league/:league/public-link/settings/',
    'GET /api/league/:league/recap/preview/',
    'POST /api/league/:league/rules/',
    'POST /api/league/:league/rules/restore/',
    'GET /api/league/:league/seasons/export/',
    'POST /api/league/:league/seasons/accept-zeros/',
    'POST /api/league/:league/seasons/preview/',
    'POST /api/league/:league/seasons/read/',
    'GET /api/league/:league/seasons/template/',
    'POST /api/league/:league/seasons/upload/',
    'GET /api/league/:league/settings/',
    'POST /api/league/:league/settings/',
    'POST /api/league/:league/social/moderation/:kind/:id/dismissal/',
    'DELETE /api/league/:league/social/moderation/:kind/:id/dismissal/',
    'POST /api/league/:league/social/moderation/:kind/:id/hide/',
    'DELETE /api/league/:league/social/moderation/:kind/:id/hide/',
    'POST /api/league/:league/social/posts/:id/pin/',
    'POST /api/league/:league/social/proposals/:id/pin/',
    'GET /api/league/:league/social/reports/',
    'POST /api/league/:league/social/slow-mode/',
    'POST /api/league/:league/sources/',
    'POST /api/league/:league/sources/edit/',
    'POST /api/league/:league/sources/remove/',
    'GET /api/league/:league/storage/',
    'POST /api/league/:league/trophy/',
    'DELETE /api/league/:league/trophy/',
    'POST /api/league/:league/trophy/description/',
    'GET /api/league/:league/webhook/',
    'POST /api/league/:league/webhook/',
    'DELETE /api/league/:league/webhook/',
    'POST /api/league/:league/webhook/test/',
  ],
  any_admin: [
    'POST /api/assign-user/',
    'GET /api/audit/',
    'POST /api/create-league/',
    'GET /api/espn/cookie-status/',
    'GET /api/league-requests/',
    'POST /api/league-requests/approve/',
    'POST /api/league-requests/reject/',
    'POST /api/leagues/preview/',
    'GET /api/leagues/status/',
    'GET /api/providers/sleeper/leagues/',
    'POST /api/refresh-espn/',
    'POST /api/refresh/',
    'GET /api/users/',
  ],
  staff: [
    'POST /api/import-league/',
    'GET /api/refresh-espn/',
    'POST /api/users/reset-link/',
    'POST /api/users/reset-password/',
  ],
  site_admin: [
    'GET /api/imported-people/',
    'POST /api/imported-people/link/',
    'GET /api/jobs/failed/',
    'POST /api/jobs/failed/:id/dismiss/',
    'POST /api/jobs/failed/:id/retry/',
    'POST /api/jobs/failed/dismiss/',
    'POST /api/league/:league/server-cookies/',
    'GET /api/site/settings/',
    'POST /api/site/settings/',
    'GET /api/site/backups/',
    'POST /api/site/backups/',
    'GET /api/site/backups/:name/',
    'GET /api/site/checklist/',
    'POST /api/site/checklist/hide/',
    'GET /api/site/status/',
    'POST /api/site/test-email/',
    'POST /api/users/remove-second-factors/',
    'POST /api/users/set-disabled/',
    'POST /api/users/set-staff/',
  ],
}

/** The reads of members that API tokens may not use: pictures to share, and what somebody is doing at the moment. */
const MEMBER_READS_WITHOUT_TOKEN = [
  'GET /api/league/:league/games/:season/:week/:game/image/',
  'GET /api/league/:league/standings/image/',
  'GET /api/league/:league/insights/race/image/',
  'GET /api/league/:league/insights/season-cards/image/',
  'GET /api/league/:league/teams/:team/image/',
  'GET /api/league/:league/recaps/:season/:week/image/',
  'GET /api/league/:league/history/records/image/',
  'GET /api/league/:league/owner-compare/image/',
  'GET /api/league/:league/trades/:season/:trade/image/',
  'GET /api/league/:league/insights/draft/image/',
  'GET /api/league/:league/social/moderation/:kind/:id/',
  'GET /api/league/:league/events/',
]

/** What API tokens may be used for otherwise. Nothing else: no account, no administration, no votes, no picks. */
const OTHER_TOKEN_OPERATIONS = {
  read: ['GET /api/user-leagues/:username/', 'GET /api/league/:league/me/role/'],
  post: [
    'POST /api/league/:league/social/posts/',
    'POST /api/league/:league/social/posts/:id/comments/',
    'POST /api/league/:league/social/items/:id/comments/',
    'POST /api/league/:league/trades/:season/:trade/comments/',
    'POST /api/league/:league/social/proposals/',
    'POST /api/league/:league/social/media/',
    'POST /api/league/:league/social/posts/media/',
    'DELETE /api/league/:league/social/posts/media/:key/',
  ],
}

const MEDIA_FILE = '/api/league/:league/social/media/:id/file'

const all: Operation[] = Object.values(operations)

const keyOf = (operation: Operation) => `${operation.method} ${operation.url}`

const pathParameters = (url: string) => Array.from(url.matchAll(/:(\w+)/g), (match) => match[1])

const fieldsOf = (schema: z.ZodType | undefined) =>
  schema === undefined ? [] : Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})

/** The operations that break a rule, with what breaks it. */
const listViolations = (check: (operation: Operation) => unknown[]) =>
  all.flatMap((operation) => check(operation).map((violation) => [keyOf(operation), violation]))

/** A violation, unless the condition holds. */
const unless = (condition: boolean, violation: unknown) => (condition ? [] : [violation])

/** The paths of the properties that identify something with a number which need not be whole. */
function fractionalIds(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isId = /(?:^|_)id$/.test(key) && (value as { type?: unknown } | null)?.type === 'number'
    return [...(isId ? [`${path}/${key}`] : []), ...fractionalIds(value, `${path}/${key}`)]
  })
}

/** The kinds of schemas that change data when they parse. */
function changingKinds(schema: z.ZodType): string[] {
  const kinds = new Set<string>()
  z.toJSONSchema(schema, { io: 'output', override: ({ zodSchema }) => kinds.add(zodSchema._zod.def.type) })
  return ['transform', 'pipe', 'default', 'prefault', 'catch'].filter((kind) => kinds.has(kind))
}

/** Names of leagues, which may contain any characters. Source: decisions, 4. */
const LEAGUE_NAMES = [
  'POST /api/create-league/',
  'POST /api/league/:league/delete/',
  'POST /api/league/:league/settings/',
  'POST /api/refresh-espn/',
  'POST /api/refresh/',
].map((key) => [key, '.name'])

/** The fields of requests that are no text for others: secrets, addresses, and names that are looked up. */
const NO_MEMBER_TEXT =
  /password|token|code|cookie|s2$|swid|uid|userHandle|transports|response$|provider$|username|\.(?:league|leagues\[\]|owner|into|covered_by|id|league_id|espn_league_id|google_sheet_id|google_sheet_gid|address)$|\.expected\./i

/** What a text becomes in each place of a schema that accepts it, by the path of the place. */
function textsIn(schema: z.core.$ZodType, text: string, path = ''): [path: string, stored: unknown][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, child]) => textsIn(child, text, `${path}.${key}`))
    case 'array':
      return textsIn(def.element, text, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => textsIn(option, text, path))
    case 'pipe':
      return textsIn(def.in, text, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, text, path)
    case 'string': {
      const stored = z.safeParse(schema, text)
      return stored.success ? [[path, stored.data]] : []
    }
    default:
      return []
  }
}

describe('the contract', () => {
  it('lists the operations of every file under their names, each name once', async () => {
    const files = import.meta.glob<Record<string, unknown>>([
      './**/*.ts',
      '!./**/*.test.ts',
      '!./operations.ts',
    ])
    const modules = await Promise.all(Object.values(files).map((load) => load()))
    const declared = modules.flatMap((module) =>
      Object.entries(module).filter(
        ([, value]) => value instanceof Object && 'url' in value && 'config' in value,
      ),
    )
    expect(Object.fromEntries(declared)).toEqual(operations)
    expect(declared).toHaveLength(all.length)
  })

  it('declares each operation once, and all of the specification and the decisions', () => {
    const keys = all.map(keyOf)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect([...FROM_SPECIFICATION, ...FROM_DECISIONS].filter((key) => !keys.includes(key))).toEqual([])
  })

  it('opens to all members of a league what is not listed for others', () => {
    for (const [access, keys] of Object.entries(NOT_FOR_MEMBERS)) {
      const found = all.filter(({ config }) => config.access === access)
      expect(found.map(keyOf).sort(), access).toEqual([...keys].sort())
    }
  })

  it('opens the reads of members to tokens that may read, and little else to any token', () => {
    const isMemberRead = ({ method, config }: Operation) => method === 'GET' && config.access === 'member'
    const withoutToken = all.filter((each) => isMemberRead(each) && each.config.tokenScope !== 'read')
    expect(withoutToken.map(keyOf).sort()).toEqual([...MEMBER_READS_WITHOUT_TOKEN].sort())
    for (const [scope, keys] of Object.entries(OTHER_TOKEN_OPERATIONS)) {
      const opened = all.filter(({ config }) => config.tokenScope === scope)
      const others = opened.filter((each) => scope !== 'read' || !isMemberRead(each))
      expect(others.map(keyOf).sort()).toEqual([...keys].sort())
    }
    expect(all.filter(({ config }) => config.tokenScope && config.stepUp).map(keyOf)).toEqual([])
  })

  it('identifies everything with whole numbers, because PostgreSQL fails with others', () => {
    const violations = listViolations(({ schema: { body, querystring, response } }) =>
      [body, querystring, ...Object.values(response)]
        .filter((schema) => schema instanceof z.ZodType)
        .flatMap((schema) => fractionalIds(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))),
    )
    expect(violations).toEqual([])
  })

  it('has URLs under /api that end with a slash, unless they are files', () => {
    const violations = listViolations(({ url }) =>
      unless(
        /^\/api\/([a-z-]+\/|:[a-z]+\/)*([a-z-]+\/?|:[a-z]+\/)$/.test(url) &&
          url.endsWith('/') === (url !== MEDIA_FILE),
        url,
      ),
    )
    expect(violations).toEqual([])
  })

  it('declares exactly the parameters of each path', () => {
    const violations = listViolations(({ url, schema }) => {
      const declared = fieldsOf(schema.params).sort()
      return unless(String(declared) === String(pathParameters(url).sort()), declared)
    })
    expect(violations).toEqual([])
  })

  it('requires league membership only if the path contains the league, which may be unknown', () => {
    const violations = listViolations(({ url, config: { access, errors } }) => {
      const isOfLeague = url.includes('/:league/')
      return [
        ...unless(isOfLeague || (access !== 'member' && access !== 'league_admin'), access),
        ...unless(!isOfLeague || errors.includes('league_not_found'), errors),
      ]
    })
    expect(violations).toEqual([])
  })

  it('limits the whole site only besides each person or address, whose limit is smaller', () => {
    const violations = listViolations(({ config: { limits } }) => {
      if (limits.site === undefined) return []
      const own = limits.person ?? limits.address
      return unless(own !== undefined && own.requests * 4 <= limits.site.requests, limits)
    })
    expect(violations).toEqual([])
  })

  it('removes characters that change the direction of texts', () => {
    const violations = listViolations(({ method, schema: { body, querystring } }) =>
      (method === 'POST' ? [body, querystring] : [])
        .filter((schema) => schema instanceof z.ZodType)
        .flatMap((schema) => textsIn(schema, 'gnp\u202Ea\u2066.exe\u200F'))
        .filter(([path, stored]) => stored !== 'gnpa.exe' && !NO_MEMBER_TEXT.test(path))
        .map(([path]) => path),
    )
    expect(violations.sort()).toEqual(LEAGUE_NAMES)
  })

  it('has bodies only with POST, and lists no error twice', () => {
    const violations = listViolations(({ method, config: { errors }, schema }) => [
      ...unless(schema.body === undefined || method === 'POST', method),
      ...unless(new Set(errors).size === errors.length, errors),
    ])
    expect(violations).toEqual([])
  })

  it('has schemas and summaries that the API reference can show', () => {
    const options = { target: 'draft-2020-12', unrepresentable: 'throw' } as const
    const violations = listViolations(({ schema }) => [
      ...[schema.params, schema.querystring, schema.body]
        .filter((input) => input !== undefined)
        .map((input) => z.toJSONSchema(input, { ...options, io: 'input' }).type)
        .filter((type) => type !== 'object'),
      ...unless('$schema' in z.toJSONSchema(schema.response[200], { ...options, io: 'output' }), 'response'),
      ...unless(/^[A-Z].*[^.]$/.test(schema.summary), schema.summary),
    ])
    expect(violations).toEqual([])
  })

  it('has response schemas without transforms, codecs or defaults, so that the validated data are sent unchanged', () => {
    expect(listViolations(({ schema }) => changingKinds(schema.response[200]))).toEqual([])
    expect(changingKinds(z.object({ name: z.string().default('Ada') }))).toEqual(['default'])
  })
})
