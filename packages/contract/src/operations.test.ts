import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { Operation, RequestOf } from './operation.ts'
import { type OperationKey, type OperationsByKey, operations } from './operations.ts'

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

/** Operations beyond the specification. */
const ADDITIONAL = [
  'DELETE /api/league/:league/social/posts/:id/preview/',
  'GET /api/images/links/:signature/:picture/',
  'GET /api/league/:league/social/moderation/:kind/:id/',
  'POST /api/league/:league/social/moderation/:kind/:id/report/',
  'DELETE /api/league/:league/social/moderation/:kind/:id/report/',
  'POST /api/league/:league/social/moderation/:kind/:id/mute/',
  'DELETE /api/league/:league/social/moderation/:kind/:id/mute/',
  'POST /api/league/:league/social/moderation/:kind/:id/hide/',
  'DELETE /api/league/:league/social/moderation/:kind/:id/hide/',
  'POST /api/league/:league/social/moderation/:kind/:id/dismissal/',
  'DELETE /api/league/:league/social/moderation/:kind/:id/dismissal/',
  'GET /api/league/:league/social/reports/',
  'GET /api/account/mutes/',
  'DELETE /api/account/mutes/:id/',
  'POST /api/league/:league/social/slow-mode/',
  'POST /api/league/:league/social/items/:id/like/',
  'GET /api/league/:league/social/items/:id/comments/',
  'POST /api/league/:league/social/items/:id/comments/',
  'DELETE /api/league/:league/social/items/:id/comments/:comment/',
  'GET /api/league/:league/trades/:season/:trade/comments/',
  'POST /api/league/:league/trades/:season/:trade/comments/',
  'DELETE /api/league/:league/trades/:season/:trade/comments/:comment/',
  'GET /api/site/',
  'GET /api/dashboard/',
  'GET /api/inbox/',
  'GET /api/inbox/unread/',
  'POST /api/inbox/read/',
  'POST /api/league/:league/visits/',
  'POST /api/leagues/preview/',
  'POST /api/users/reset-link/',
  'POST /api/league/:league/history/backfill-admin/stop/',
  'POST /api/account/',
  'POST /api/account/password/',
  'GET /api/account/sessions/',
  'POST /api/account/sessions/end/',
  'POST /api/users/set-disabled/',
  'POST /api/users/remove-second-factors/',
  'POST /api/account/delete/',
  'GET /api/account/tokens/',
  'POST /api/account/tokens/',
  'POST /api/account/tokens/revoke/',
  'GET /api/account/email/',
  'POST /api/account/email/send/',
  'POST /api/account/email/verify/',
  'GET /api/auth/oidc/providers/',
  'POST /api/auth/oidc/start/',
  'POST /api/auth/oidc/finish/',
  'POST /api/auth/oidc/link/',
  'POST /api/auth/oidc/register/',
  'GET /api/auth/oidc/identities/',
  'POST /api/auth/oidc/unlink/',
  'GET /api/account/security/',
  'POST /api/account/passkeys/start/',
  'POST /api/account/passkeys/',
  'POST /api/account/passkeys/remove/',
  'POST /api/login/passkey/start/',
  'POST /api/login/passkey/',
  'POST /api/login/second-factor/start/',
  'POST /api/login/second-factor/',
  'POST /api/account/totp/start/',
  'POST /api/account/totp/',
  'POST /api/account/totp/remove/',
  'POST /api/account/recovery-codes/',
  'GET /api/account/confirm/',
  'POST /api/account/confirm/start/',
  'POST /api/account/confirm/',
  'GET /api/my-requests/',
  'GET /api/league/:league/invites/',
  'POST /api/league/:league/invites/',
  'POST /api/league/:league/invites/revoke/',
  'POST /api/league/:league/invites/undo/',
  'POST /api/invites/read/',
  'POST /api/invites/accept/',
  'GET /api/league/:league/sources/',
  'POST /api/league/:league/sources/',
  'POST /api/league/:league/sources/remove/',
  'GET /api/providers/sleeper/leagues/',
  'POST /api/refresh/',
  'GET /api/league/:league/public-link/',
  'POST /api/league/:league/public-link/',
  'POST /api/league/:league/public-link/settings/',
  'POST /api/league/:league/public-link/revoke/',
  'GET /api/public/:code/',
  'GET /api/public/:code/standings/',
  'GET /api/public/:code/scoreboard/',
  'GET /api/public/:code/history/',
  'GET /api/public/:code/standings/image/',
  'GET /api/public/:code/games/:season/:week/:game/image/',
  'POST /api/league/:league/espn-credentials/test/',
  'POST /api/league/:league/server-cookies/',
  'GET /api/notifications/',
  'POST /api/notifications/',
  'POST /api/notifications/devices/',
  'POST /api/notifications/devices/remove/',
  'POST /api/league/:league/seasons/preview/',
  'POST /api/league/:league/seasons/upload/',
  'GET /api/league/:league/seasons/template/',
  'GET /api/league/:league/seasons/export/',
  'GET /api/league-file-schema/',
  'GET /api/league/:league/seasons/',
  'GET /api/league/:league/jobs/',
  'GET /api/league/:league/owners/:owner/',
  'GET /api/league/:league/games/:season/:game/',
  'GET /api/league/:league/games/:season/:week/:game/',
  'GET /api/league/:league/games/:season/:week/:game/timeline/',
  'GET /api/league/:league/teams/:team/',
  'GET /api/league/:league/players/:player/',
  'GET /api/league/:league/insights/bracket/',
  'GET /api/league/:league/insights/luck/',
  'GET /api/league/:league/insights/draft/',
  'GET /api/league/:league/insights/keepers/',
  'GET /api/league/:league/insights/keepers/export/',
  'POST /api/league/:league/keeper-rule/',
  'GET /api/league/:league/transactions/',
  'GET /api/league/:league/trades/:season/:trade/',
  'GET /api/league/:league/insights/moves/',
  'GET /api/league/:league/insights/season-cards/',
  'GET /api/league/:league/insights/lineups/',
  'GET /api/league/:league/insights/elo/',
  'GET /api/league/:league/insights/awards/',
  'POST /api/league/:league/social/posts/:id/edit/',
  'POST /api/league/:league/social/posts/:id/comments/:comment/edit/',
  'POST /api/league/:league/social/items/:id/comments/:comment/edit/',
  'POST /api/league/:league/trades/:season/:trade/comments/:comment/edit/',
  'GET /api/league/:league/mentionables/',
  'POST /api/league/:league/social/items/:id/react/',
  'POST /api/league/:league/social/posts/:id/comments/:comment/react/',
  'POST /api/league/:league/social/items/:id/comments/:comment/react/',
  'POST /api/league/:league/trades/:season/:trade/comments/:comment/react/',
  'GET /api/league/:league/insights/awards/counts/',
  'GET /api/league/:league/insights/schedule-swap/',
  'GET /api/league/:league/insights/power/',
  'GET /api/league/:league/insights/race/',
  'GET /api/league/:league/insights/race/history/',
  'POST /api/league/:league/insights/what-if/',
  'GET /api/league/:league/history/pairs/',
  'GET /api/league/:league/history/merges/',
  'POST /api/league/:league/history/merges/',
  'POST /api/league/:league/history/merges/all/',
  'DELETE /api/league/:league/history/merges/:id/',
  'POST /api/league/:league/history/exclusions/',
  'GET /api/league/:league/owners/:owner/picture/',
  'POST /api/league/:league/owners/:owner/picture/',
  'DELETE /api/league/:league/owners/:owner/picture/',
  'GET /api/league/:league/trophy/',
  'POST /api/league/:league/trophy/',
  'POST /api/league/:league/trophy/description/',
  'DELETE /api/league/:league/trophy/',
  'GET /api/league/:league/social/items/:id/',
  'GET /api/league/:league/rules/',
  'POST /api/league/:league/rules/',
  'GET /api/league/:league/rules/versions/',
  'GET /api/league/:league/rules/versions/:version/',
  'POST /api/league/:league/rules/restore/',
  'GET /api/league/:league/dues/',
  'GET /api/league/:league/dues/export/',
  'POST /api/league/:league/dues/',
  'POST /api/league/:league/dues/remove/',
  'POST /api/league/:league/dues/payments/',
  'POST /api/league/:league/dues/adjustments/',
  'DELETE /api/league/:league/dues/entries/:id/',
  'POST /api/league/:league/dues/payouts/',
  'DELETE /api/league/:league/dues/payouts/:id/',
  'POST /api/league/:league/dues/winner/',
  'GET /api/league/:league/bets/board/',
  'GET /api/league/:league/bets/history/',
  'POST /api/league/:league/bets/settle/',
  'POST /api/league/:league/bets/payment/',
  'GET /api/league/:league/bets/export/',
  'GET /api/league/:league/bets/ledger/',
  'GET /api/league/:league/export/',
  'POST /api/import-league/',
  'GET /api/account/imported-people/',
  'POST /api/account/imported-people/claim/',
  'GET /api/imported-people/',
  'POST /api/imported-people/link/',
  'GET /api/league/:league/recap/preview/',
  'GET /api/league/:league/webhook/',
  'POST /api/league/:league/webhook/',
  'DELETE /api/league/:league/webhook/',
  'POST /api/league/:league/webhook/test/',
  'GET /api/league/:league/storage/',
  'GET /api/images/logos/:signature/:picture/',
  'GET /api/images/players/:player/',
  'GET /api/images/nfl-teams/:team/',
  'GET /api/account/subscriptions/',
  'POST /api/account/subscriptions/',
  'POST /api/account/subscriptions/revoke/',
  'GET /api/subscriptions/calendar/:code/',
  'GET /api/subscriptions/recaps/:code/',
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
  'GET /api/league/:league/settings/',
  'POST /api/league/:league/settings/',
  'GET /api/league/:league/members/',
  'POST /api/league/:league/members/remove/',
  'POST /api/league/:league/delete/',
  'GET /api/audit/',
  'GET /api/jobs/failed/',
  'GET /api/refresh-espn/',
  'POST /api/jobs/failed/:id/retry/',
  'POST /api/jobs/failed/:id/dismiss/',
  'POST /api/jobs/failed/dismiss/',
] as const

const LEAGUE_ADMIN_OPERATIONS = [
  'GET /api/league/:league/cookie-status/',
  'POST /api/league/:league/assign-team/',
  'POST /api/league/:league/espn-credentials/',
  'POST /api/league/:league/espn-credentials/test/',
  'POST /api/league/:league/history/backfill-admin/',
  'POST /api/league/:league/seasons/preview/',
  'POST /api/league/:league/seasons/upload/',
  'GET /api/league/:league/seasons/template/',
  'GET /api/league/:league/seasons/export/',
  'GET /api/league/:league/invites/',
  'GET /api/league/:league/jobs/',
  'GET /api/league/:league/history/merges/',
  'POST /api/league/:league/history/merges/',
  'POST /api/league/:league/history/merges/all/',
  'DELETE /api/league/:league/history/merges/:id/',
  'POST /api/league/:league/history/backfill-admin/stop/',
  'POST /api/league/:league/history/exclusions/',
  'POST /api/league/:league/owners/:owner/picture/',
  'DELETE /api/league/:league/owners/:owner/picture/',
  'POST /api/league/:league/trophy/',
  'POST /api/league/:league/trophy/description/',
  'DELETE /api/league/:league/trophy/',
  'POST /api/league/:league/bets/admin/refresh/',
  'POST /api/league/:league/bets/settle/',
  'POST /api/league/:league/social/moderation/:kind/:id/hide/',
  'POST /api/league/:league/social/moderation/:kind/:id/dismissal/',
  'DELETE /api/league/:league/social/moderation/:kind/:id/hide/',
  'DELETE /api/league/:league/social/moderation/:kind/:id/dismissal/',
  'GET /api/league/:league/social/reports/',
  'POST /api/league/:league/social/slow-mode/',
  'POST /api/league/:league/social/posts/:id/pin/',
  'POST /api/league/:league/social/proposals/:id/pin/',
  'GET /api/league/:league/export/',
  'GET /api/league/:league/storage/',
  'GET /api/league/:league/settings/',
  'POST /api/league/:league/settings/',
  'GET /api/league/:league/members/',
  'POST /api/league/:league/invites/',
  'POST /api/league/:league/invites/revoke/',
  'POST /api/league/:league/invites/undo/',
  'POST /api/league/:league/sources/',
  'POST /api/league/:league/sources/remove/',
  'GET /api/league/:league/public-link/',
  'POST /api/league/:league/keeper-rule/',
  'POST /api/league/:league/public-link/',
  'POST /api/league/:league/public-link/settings/',
  'POST /api/league/:league/public-link/revoke/',
  'POST /api/league/:league/members/remove/',
  'POST /api/league/:league/delete/',
  'GET /api/league/:league/recap/preview/',
  'GET /api/league/:league/webhook/',
  'POST /api/league/:league/webhook/',
  'DELETE /api/league/:league/webhook/',
  'POST /api/league/:league/webhook/test/',
  'POST /api/league/:league/rules/',
  'POST /api/league/:league/rules/restore/',
  'POST /api/league/:league/dues/',
  'POST /api/league/:league/dues/remove/',
  'POST /api/league/:league/dues/payments/',
  'POST /api/league/:league/dues/adjustments/',
  'DELETE /api/league/:league/dues/entries/:id/',
  'POST /api/league/:league/dues/payouts/',
  'DELETE /api/league/:league/dues/payouts/:id/',
  'POST /api/league/:league/dues/winner/',
]

const MEDIA_FILE = '/api/league/:league/social/media/:id/file'

const all: Operation[] = Object.values(operations)

const keyOf = (operation: Operation) => `${operation.method} ${operation.url}`

const byKey = (first: Operation, second: Operation) => keyOf(first).localeCompare(keyOf(second))

const pathParameters = (url: string) => Array.from(url.matchAll(/:(\w+)/g), (match) => match[1])

const fieldsOf = (schema: z.ZodType | undefined) =>
  schema === undefined ? [] : Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})

/** The paths of the properties that identify something with a number which need not be whole. */
function fractionalIds(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isId = /(?:^|_)id$/.test(key) && (value as { type?: unknown } | null)?.type === 'number'
    return [...(isId ? [`${path}/${key}`] : []), ...fractionalIds(value, `${path}/${key}`)]
  })
}

describe('the contract', () => {
  it('declares each operation of the specification, the decisions and the additions exactly once', () => {
    expect(all.map(keyOf).sort()).toEqual([...FROM_SPECIFICATION, ...FROM_DECISIONS, ...ADDITIONAL].sort())
  })

  it('identifies everything with whole numbers, because PostgreSQL fails with others', () => {
    for (const operation of all) {
      const { body, querystring, response } = operation.schema
      for (const schema of [body, querystring, ...Object.values(response)]) {
        if (!(schema instanceof z.ZodType)) continue
        const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
        expect(fractionalIds(json), keyOf(operation)).toEqual([])
      }
    }
  })

  it('has types for the same operations', () => {
    expectTypeOf<OperationKey>().toEqualTypeOf<
      (typeof FROM_SPECIFICATION | typeof FROM_DECISIONS | typeof ADDITIONAL)[number]
    >()
    expectTypeOf<OperationsByKey['POST /api/login/']>().toEqualTypeOf<typeof operations.login>()
    expectTypeOf<RequestOf<OperationsByKey['POST /api/league/:league/social/posts/']>>().toExtend<{
      params: { league: string }
      body: { content: string }
    }>()
  })

  it('limits the operations that the decisions name to league admins', () => {
    const found = all.filter((operation) => operation.config.access === 'league_admin').map(keyOf)
    expect(found.sort()).toEqual([...LEAGUE_ADMIN_OPERATIONS].sort())
  })

  it("limits operations of a league to its members, except one's own role and the server's cookies", () => {
    const openToNonMembers = all.filter(
      ({ url, config }) => url.includes(':league') && !/^(member|league_admin)$/.test(config.access),
    )
    expect(openToNonMembers.map((operation) => [keyOf(operation), operation.config.access])).toEqual([
      ['GET /api/league/:league/me/role/', 'signed_in'],
      ['POST /api/league/:league/server-cookies/', 'site_admin'],
    ])
  })

  it.each([
    ['GET /api/users/', 'any_admin'],
    ['GET /api/leagues/status/', 'any_admin'],
    ['GET /api/espn/cookie-status/', 'any_admin'],
    ['GET /api/league-requests/', 'any_admin'],
    ['POST /api/assign-user/', 'any_admin'],
    ['POST /api/users/set-staff/', 'site_admin'],
    ['POST /api/users/reset-password/', 'staff'],
    ['GET /api/player-news/', 'signed_in'],
  ])('requires the access of %s to be %s', (key, access) => {
    expect(all.find((operation) => keyOf(operation) === key)?.config.access).toBe(access)
  })
})

/** What API tokens may be used for. Nothing else: no account, no administration, no votes, no picks. */
const TOKEN_OPERATIONS = {
  read: [
    'GET /api/user-leagues/:username/',
    'GET /api/league/:league/me/role/',
    'GET /api/league/:league/me/summary/',
    'GET /api/league/:league/sources/',
    'GET /api/league/:league/standings/',
    'GET /api/league/:league/snapshot/',
    'GET /api/league/:league/meta/',
    'GET /api/league/:league/mentionables/',
    'GET /api/league/:league/me/roster/',
    'GET /api/league/:league/scoreboard/',
    'GET /api/league/:league/me/matchup/',
    'GET /api/league/:league/teams/',
    'GET /api/league/:league/history/',
    'GET /api/league/:league/owner-compare/',
    'GET /api/league/:league/owners/:owner/',
    'GET /api/league/:league/owners/:owner/picture/',
    'GET /api/league/:league/trophy/',
    'GET /api/league/:league/games/:season/:game/',
    'GET /api/league/:league/games/:season/:week/:game/',
    'GET /api/league/:league/games/:season/:week/:game/timeline/',
    'GET /api/league/:league/teams/:team/',
    'GET /api/league/:league/players/:player/',
    'GET /api/league/:league/insights/bracket/',
    'GET /api/league/:league/insights/luck/',
    'GET /api/league/:league/insights/draft/',
    'GET /api/league/:league/insights/keepers/',
    'GET /api/league/:league/insights/keepers/export/',
    'GET /api/league/:league/transactions/',
    'GET /api/league/:league/trades/:season/:trade/',
    'GET /api/league/:league/insights/moves/',
    'GET /api/league/:league/insights/season-cards/',
    'GET /api/league/:league/insights/lineups/',
    'GET /api/league/:league/insights/elo/',
    'GET /api/league/:league/insights/awards/',
    'GET /api/league/:league/insights/awards/counts/',
    'GET /api/league/:league/insights/schedule-swap/',
    'GET /api/league/:league/insights/power/',
    'GET /api/league/:league/insights/race/',
    'GET /api/league/:league/insights/race/history/',
    'GET /api/league/:league/history/pairs/',
    'GET /api/league/:league/seasons/',
    'GET /api/league/:league/bets/',
    'GET /api/league/:league/bets/board/',
    'GET /api/league/:league/bets/export/',
    'GET /api/league/:league/bets/history/',
    'GET /api/league/:league/bets/ledger/',
    'GET /api/league/:league/rules/',
    'GET /api/league/:league/rules/versions/',
    'GET /api/league/:league/rules/versions/:version/',
    'GET /api/league/:league/dues/',
    'GET /api/league/:league/dues/export/',
    'GET /api/league/:league/social/items/:id/',
    'GET /api/league/:league/social/feed/',
    'GET /api/league/:league/social/posts/:id/comments/',
    'GET /api/league/:league/social/items/:id/comments/',
    'GET /api/league/:league/trades/:season/:trade/comments/',
    'GET /api/league/:league/social/media/:id/file',
  ],
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

it.each(['read', 'post'] as const)('opens exactly the listed operations to tokens that may %s', (scope) => {
  const opened = all.filter(({ config }) => config.tokenScope === scope)
  expect(opened.map(keyOf).sort()).toEqual([...TOKEN_OPERATIONS[scope]].sort())
  expect(opened.filter(({ config }) => config.stepUp === true).map(keyOf)).toEqual([])
})

describe.each(all.toSorted(byKey).map((operation) => [keyOf(operation), operation] as const))(
  '%s',
  (_, operation) => {
    const { url, config, schema } = operation

    it('has a URL under /api that ends with a slash, unless it is a file', () => {
      expect(url).toMatch(/^\/api\/([a-z-]+\/|:[a-z]+\/)*([a-z-]+\/?|:[a-z]+\/)$/)
      expect(url.endsWith('/')).toBe(url !== MEDIA_FILE)
    })

    it('declares exactly the parameters of its path', () => {
      expect(fieldsOf(schema.params).sort()).toEqual(pathParameters(url).sort())
    })

    it('requires league membership only if its path contains the league', () => {
      if (config.access === 'member' || config.access === 'league_admin') expect(url).toContain('/:league/')
      expect(config.errors.includes('league_not_found') || !url.includes('/:league/')).toBe(true)
    })

    it('has a body only with POST and lists no error twice', () => {
      if (schema.body !== undefined) expect(operation.method).toBe('POST')
      expect(new Set(config.errors).size).toBe(config.errors.length)
    })

    it('has schemas and a summary that the API reference can show', () => {
      const inputs = [schema.params, schema.querystring, schema.body].filter((input) => input !== undefined)
      const options = { target: 'draft-2020-12', unrepresentable: 'throw' } as const
      for (const input of inputs)
        expect(z.toJSONSchema(input, { ...options, io: 'input' })).toHaveProperty('type', 'object')
      expect(z.toJSONSchema(schema.response[200], { ...options, io: 'output' })).toHaveProperty('$schema')
      expect(schema.summary).toMatch(/^[A-Z].*[^.]$/)
    })

    it('has a response schema without transforms, codecs or defaults, so that the validated data are sent unchanged', () => {
      const kinds = new Set<string>()
      z.toJSONSchema(schema.response[200], {
        io: 'output',
        override: ({ zodSchema }) => kinds.add(zodSchema._zod.def.type),
      })
      expect(kinds.size).toBeGreaterThan(0)
      expect(
        [...kinds].filter((kind) => ['transform', 'pipe', 'default', 'prefault', 'catch'].includes(kind)),
      ).toEqual([])
    })
  },
)
