import type { LeagueMatchup } from '@fieldhouse/contract/matchups'
import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toMatchupCard } from '../features/public-link/public-link.ts'
import { fieldsOf, requestWith } from '../testing/bad-requests.ts'
import { readSeason } from '../testing/change-season.ts'
import { createFullLeague } from '../testing/full-league-fixture.ts'
import { IS_NET } from '../testing/is-net.ts'
import { buildMatchupCard } from '../testing/share-cards.ts'
import type { TestApp } from '../testing/start-app.ts'
import { createTwoLeagues, type League, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest } from '../testing/valid-requests.ts'

type OperationName = keyof Operations

const ALL = Object.entries(operations) as [OperationName, Operation][]
const PUBLIC = ALL.filter(([, { url }]) => url.startsWith('/api/public/'))
const OTHERS = ALL.filter(([, { url }]) => !url.startsWith('/api/public/'))

/** All texts in a value, without the names of fields. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

async function readPublic(testApp: TestApp, code: string, seasons: readonly number[]) {
  const week = (season: number) => [1, 2].map((each) => `scoreboard/?season=${season}&week=${each}`)
  const paths = [
    '',
    'history/',
    ...seasons.flatMap((season) => [`standings/?season=${season}`, ...week(season)]),
  ]
  const bodies = []
  for (const path of paths) {
    const response = await testApp.app.inject({ url: `/api/public/${code}/${path}` })
    expect([path, response.statusCode]).toEqual([path, 200])
    bodies.push(response.json())
  }
  return bodies
}

describe('the code of a public link', () => {
  let fixture: TwoLeagues
  let code: string
  beforeAll(async () => {
    fixture = await createTwoLeagues()
    code = fixture.resources.Harbour.publicCode
  })
  afterAll(() => fixture.testApp.close())

  type Attempt = { url: string; headers?: Record<string, string>; payload?: string | Buffer }

  async function statusOf({ method }: Operation, { payload, headers = {}, ...attempt }: Attempt) {
    const isJson = typeof payload === 'string'
    const csrf = fixture.clients.anonymous.cookies.get('csrftoken') ?? ''
    const { statusCode } = await fixture.testApp.app.inject({
      method,
      ...attempt,
      headers: {
        'x-csrftoken': csrf,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
        cookie: `csrftoken=${csrf}${headers['cookie'] === undefined ? '' : `; ${headers['cookie']}`}`,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    return statusCode
  }

  it('opens the operations of public links', async () => {
    expect(PUBLIC.map(([name]) => name).sort()).toEqual([
      'getPublicHistory',
      'getPublicLeague',
      'getPublicMatchupImage',
      'getPublicScoreboard',
      'getPublicStandings',
      'getPublicStandingsImage',
    ])
    for (const [name, operation] of PUBLIC) {
      const { url } = await buildValidRequest(fixture, name, 'anonymous', 'Harbour')
      expect([name, operation.method, await statusOf(operation, { url })]).toEqual([name, 'GET', 200])
    }
  })

  const CLOSED = OTHERS.filter(([, { config }]) => config.access !== 'anyone')
  // Each of them tries every field of a request. The gate tries some of the operations.
  it.each(IS_NET ? CLOSED : CLOSED.filter((_, index) => index % 5 === 0))(
    'does not open %s as a credential or a part of the request',
    async (name, operation) => {
      const { url, body } = await buildValidRequest(fixture, name, 'anonymous', 'Harbour')
      const payload = body === undefined ? {} : { payload: body }
      const inPlaces = fieldsOf(operation).map((field) => {
        const text = field.location === 'body' ? JSON.stringify(code) : encodeURIComponent(code)
        const changed = requestWith(operation, [{ ...field, text }])
        return { url: changed.url, ...(changed.body === undefined ? {} : { payload: changed.body }) }
      })
      const attempts: Attempt[] = [
        { url, ...payload, headers: { authorization: `Bearer ${code}` } },
        { url, ...payload, headers: { cookie: `sessionid=${code}` } },
        { url, ...payload, headers: { 'x-csrftoken': code } },
        { url: `${url}${url.includes('?') ? '&' : '?'}code=${code}`, ...payload },
        ...inPlaces,
      ]
      const statuses = await Promise.all(attempts.map((attempt) => statusOf(operation, attempt)))
      expect(statuses.filter((status) => status < 400)).toEqual([])
    },
  )

  it.each(
    OTHERS.filter(([, { config }]) => config.access === 'anyone').flatMap(([name, operation]) =>
      fieldsOf(operation)
        .filter((field) => /^(code|token|signature|picture|response|password|uid)$/.test(field.name))
        .filter((field) => `${name}.${field.name}` !== 'register.password')
        .map((field) => [`${name}.${field.name}`, operation, field] as const),
    ),
  )('is not accepted as %s', async (_, operation, field) => {
    const text = field.location === 'body' ? JSON.stringify(code) : encodeURIComponent(code)
    const { url, body } = requestWith(operation, [{ ...field, text }])
    const status = await statusOf(operation, { url, ...(body === undefined ? {} : { payload: body }) })
    expect(status).toBeGreaterThanOrEqual(400)
  })

  it('opens one league and nothing of another', async () => {
    const owners: Record<League, RegExp> = {
      Harbour: /Marlow|Okafor|Winter|Finch/,
      Island: /Stone|Reed|Lind|Harper/,
    }
    for (const [own, other] of [
      ['Harbour', 'Island'],
      ['Island', 'Harbour'],
    ] as const) {
      const { publicCode } = fixture.resources[own]
      const texts = textsOf(await readPublic(fixture.testApp, publicCode, [2025, 2026])).join('\n')
      expect(texts).toMatch(owners[own])
      expect(texts).not.toMatch(owners[other])
      expect(texts).not.toContain(other)
    }
  })
})

describe('what a public link shows of a league full of people', () => {
  let league: Awaited<ReturnType<typeof createFullLeague>>
  let code: string
  beforeAll(async () => {
    league = await createFullLeague()
    const { body } = await league.clients.boss.post('/api/league/Harbour/public-link/', {})
    code = String(body.path).replace('/public/', '')
  })
  afterAll(() => league.testApp.close())

  /** The stored texts of one or two columns, without empty ones. */
  async function stored(columns: string, table: string): Promise<string[]> {
    const { rows } = await sql<
      Record<string, unknown>
    >`select ${sql.raw(columns)} from ${sql.table(table)}`.execute(league.testApp.db)
    return rows.flatMap(textsOf).filter((text) => text !== '')
  }

  async function privateTexts(): Promise<string[]> {
    const players = (await stored('name', 'players')).concat(
      (await stored('entries', 'lineups')).flatMap(namesIn),
    )
    const all = [
      await stored('username, first_name, last_name, email', 'users'),
      await stored('content', 'feed_posts'),
      await stored('body', 'item_comments'),
      await stored('question', 'feed_proposals'),
      await stored('text', 'proposal_options'),
      await stored('text', 'picks'),
      players,
    ]
    expect(all.map((texts) => texts.length > 0)).toEqual(all.map(() => true))
    return all.flat()
  }

  /** Short ones, such as the option 'No' of a proposal, are parts of other words. */
  const contains = (text: string, secret: string) =>
    text === secret || (secret.length > 4 && text.includes(secret))

  const namesIn = (json: string) => [...json.matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name)

  it.each([false, true])('contains no user, post, pick or player with owners: %s', async (showsOwners) => {
    await league.clients.boss.post('/api/league/Harbour/public-link/settings/', { shows_owners: showsOwners })
    const texts = textsOf(await readPublic(league.testApp, code, [2026]))
    expect(texts).toContain('Anchors')
    const found = (await privateTexts()).filter((secret) => texts.some((text) => contains(text, secret)))
    expect(found).toEqual([])
    const { members } = await readSeason(league.testApp.db, await league.testApp.findLeagueId(), 2026)
    const owners = members.filter(({ name }) => texts.includes(name))
    expect(owners.length > 0).toBe(showsOwners)
  })

  it('is not kept by the server or by caches once the link is off', async () => {
    const [shown] = await readPublic(league.testApp, code, [2026])
    expect(shown.league).toBe('Harbour')
    await league.clients.boss.post('/api/league/Harbour/public-link/revoke/', {})
    for (const [, { url }] of PUBLIC) {
      const path = url.replace(':code', code).replace(':season/:week/:game', '2026/1/1')
      const { statusCode, headers } = await league.testApp.app.inject({ url: path })
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 404, 'no-store'])
    }
  })
})

it('draws matchups without people and players', () => {
  const people = { owners: ['Ada Marlow'], assigned_user: 'ada' }
  const player = { espn_id: 7, player: 'Rex Hollow', points: 31 }
  const side = { ...people, top_scorer: player, lineup: [] }
  const card = buildMatchupCard({}, side, side) as { matchup: LeagueMatchup }
  expect(JSON.stringify(card.matchup)).toContain('Rex Hollow')
  const drawn = JSON.stringify(toMatchupCard(card.matchup))
  expect(drawn).not.toMatch(/Ada|ada|Rex/)
  expect(drawn).toContain(card.matchup.home.name)
})
