import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { registerContractValidation, registerOperations } from '../../http/operation.ts'
import { createBuiltPage } from '../../testing/built-page-fixture.ts'
import { createJobContext } from '../../testing/job-context.ts'
import { SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { publicLink } from './public-link.ts'

let testApp: TestApp
let admin: TestClient
let page: ReturnType<typeof createBuiltPage>
beforeAll(async () => {
  page = createBuiltPage()
  ;({ testApp, admin } = await createTwoSeasons({}, { pageFolder: page.folder }))
})
afterAll(async () => {
  await testApp.close()
  page.remove()
})

const LINK = '/api/league/Harbour/public-link/'

async function turnOn(showsOwners = false): Promise<string> {
  const { status, body } = await admin.post(LINK, { shows_owners: showsOwners })
  expect(status).toBe(200)
  return String(body.path).replace('/public/', '')
}

/** Reads without cookies, as outsiders do. */
async function read(path: string) {
  const response = await testApp.app.inject({ url: path })
  const isJson = String(response.headers['content-type']).includes('json')
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? response.json() : null,
    text: response.payload,
    bytes: response.rawPayload,
  }
}

describe('the admin calls', () => {
  it('turn the link on at a new address each time, change it, and turn it off', async () => {
    expect((await admin.get(LINK)).body).toEqual({ link: null })
    const first = await turnOn()
    const second = await turnOn(true)
    expect(first).toMatch(/^[\w-]{22}$/)
    expect(
      await Promise.all([first, second].map(async (code) => (await read(`/api/public/${code}/`)).status)),
    ).toEqual([404, 200])
    const link = { shows_owners: true, created_at: SUNDAY.toISOString(), created_by: 'boss' }
    expect((await admin.get(LINK)).body).toEqual({ link })
    expect((await admin.post(`${LINK}settings/`, { shows_owners: false })).status).toBe(200)
    expect((await read(`/api/public/${second}/`)).body.shows_owners).toBe(false)
    expect((await admin.post(`${LINK}revoke/`, {})).status).toBe(200)
    expect((await read(`/api/public/${second}/`)).status).toBe(404)
    for (const path of ['revoke/', 'settings/']) {
      const { status, body } = await admin.post(`${LINK}${path}`, { shows_owners: true })
      expect([status, body.code]).toEqual([404, 'public_link_not_found'])
    }
  })

  it('store the code only as a hash, and record each act in the log of the league', async () => {
    const code = await turnOn(true)
    const row = await testApp.db.selectFrom('public_links').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    await admin.post(`${LINK}revoke/`, {})
    const { acts } = (await admin.get('/api/audit/?league=Harbour')).body
    expect(
      acts.slice(0, 2).map(({ action, detail }: Record<string, unknown>) => [action, detail]),
    ).toMatchObject([
      ['league.revoke-public-link', {}],
      ['league.create-public-link', { shows_owners: true }],
    ])
    expect(JSON.stringify(acts)).not.toContain(code)
  })
})

describe('an outsider', () => {
  let code: string
  beforeEach(async () => {
    code = await turnOn()
  })
  const get = (path: string) => read(`/api/public/${code}/${path}`)

  it('sees the league, its standings, its games and its history', async () => {
    const league = await get('')
    expect([league.status, league.body]).toEqual([
      200,
      { league: 'Harbour', seasons: [2026, 2025], shows_owners: false },
    ])
    expect(league.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
    const { body: members } = await admin.get('/api/league/Harbour/standings/?season=2025')
    const standings = (await get('standings/?season=2025')).body
    const columns = ({ name, wins, points_for, rank }: Record<string, unknown>) => ({
      name,
      wins,
      points_for,
      rank,
    })
    expect(standings.teams.map(columns)).toEqual(members.standings.map(columns))
    expect(standings.teams[0]).toMatchObject({ name: 'Old Anchors', owners: [] })
    const { body: week } = await admin.get('/api/league/Harbour/scoreboard/?season=2026&week=1')
    const games = (await get('scoreboard/?season=2026&week=1')).body
    const scores = ({ id, home, away }: Record<string, Record<string, unknown>>) => [
      id,
      home?.['score'],
      away?.['score'],
    ]
    expect(games.matchups.length).toBeGreaterThan(0)
    expect(games.matchups.map(scores).sort()).toEqual(week.matchups.map(scores).sort())
    const history = (await get('history/')).body
    expect(history.seasons.map(({ season }: { season: number }) => season)).toEqual([2026, 2025])
    const champion = { name: 'Old Anchors', logo: null, owner: null }
    expect(history.seasons[1]).toMatchObject({ champion, champions: [champion] })
    expect(history.owners).toEqual([])
    expect(history.team_names).toContainEqual({ name: 'Old Anchors', seasons: 1, titles: 1 })
  })

  it('sees the names of owners only once an admin allows it, and no longer when that ends', async () => {
    const owners = async () => {
      const [standings, history] = [await get('standings/'), await get('history/')]
      return [
        standings.body.teams[0].owners,
        history.body.seasons[1].champion.owner,
        history.body.owners.length,
      ]
    }
    expect(await owners()).toEqual([[], null, 0])
    await admin.post(`${LINK}settings/`, { shows_owners: true })
    expect(await owners()).toEqual([[expect.any(String)], 'Ada Marlow', 4])
    await admin.post(`${LINK}settings/`, { shows_owners: false })
    expect(await owners()).toEqual([[], null, 0])
  })

  it.each(['standings/image/', 'games/2026/1/1/image/'])(
    'gets the picture %s, the same with owners',
    async (path) => {
      const picture = await get(path)
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
      await admin.post(`${LINK}settings/`, { shows_owners: true })
      expect((await get(path)).bytes.equals(picture.bytes)).toBe(true)
    },
  )

  it('gets one and the same answer for codes that are wrong, replaced and turned off', async () => {
    const replaced = code
    const revoked = await turnOn()
    await admin.post(`${LINK}revoke/`, {})
    const wrong = [replaced, revoked, 'AAAAAAAAAAAAAAAAAAAAAA', 'x']
    const answers = await Promise.all(wrong.map((each) => read(`/api/public/${each}/standings/`)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const rest = ['', 'scoreboard/', 'history/', 'standings/image/', 'games/2026/1/1/image/']
    const all = await Promise.all(
      rest.map(async (path) => (await read(`/api/public/${revoked}/${path}`)).body?.code),
    )
    expect(all).toEqual(rest.map(() => 'public_link_not_found'))
  })

  it('gets an error for a game and a season that are not there', async () => {
    const responses = [await get('games/2026/1/99/image/'), await get('standings/image/?season=2003')]
    expect(responses.map(({ body }) => body.code)).toEqual(['game_not_found', 'nothing_to_share'])
    expect((await get('standings/?season=2003')).body.teams).toEqual([])
  })
})

describe('the page of a public link', () => {
  const contentOf = (html: string, property: string) =>
    new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1]

  it('has a title, a description and a picture for previews, and no place in search engines', async () => {
    const code = await turnOn()
    const { status, headers, text } = await read(`/public/${code}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
    expect(contentOf(text, 'robots')).toBe('noindex')
    expect(contentOf(text, 'og:title')).toBe('Harbour')
    expect(contentOf(text, 'og:description')).toMatch(/^Leader of 2026: \w+ \(\d+-\d+\)$/)
    const site = 'http://localhost:3000'
    expect(contentOf(text, 'og:url')).toBe(`${site}/public/${code}`)
    expect(text).toContain('<title>Harbour · Fieldhouse</title>')
    const image = contentOf(text, 'og:image') ?? ''
    expect(image).toBe(`${site}/api/public/${code}/standings/image/?format=wide`)
    expect(contentOf(text, 'og:image:alt')).toBe('Standings of Harbour')
    expect((await read(image.replace(site, ''))).headers['content-type']).toBe('image/png')
  })

  it('keeps names from becoming markup', async () => {
    const code = await turnOn()
    const { text: before } = await read(`/public/${code}`)
    expect(before).not.toContain('&lt;b&gt;')
    await admin.post('/api/league/Harbour/settings/', { name: '<b>"Sunday" $& \'x\'' })
    const { text } = await read(`/public/${code}`)
    expect(contentOf(text, 'og:title')).toBe('&lt;b&gt;&quot;Sunday&quot; $&amp; &#39;x&#39;')
    expect(text).not.toContain('<b>')
    await admin.post(`/api/league/${encodeURIComponent('<b>"Sunday" $& \'x\'')}/settings/`, {
      name: 'Harbour',
    })
  })

  it('names nothing for a wrong code', async () => {
    await turnOn()
    const { status, headers, text } = await read('/public/AAAAAAAAAAAAAAAAAAAAAA')
    expect([status, headers['x-robots-tag']]).toEqual([404, 'noindex'])
    expect([contentOf(text, 'robots'), contentOf(text, 'og:title')]).toEqual(['noindex', undefined])
    expect(text).not.toMatch(/Harbour|Anchors/)
    expect(text).toContain('<div id="root">')
  })
})

it('has no page without a built one', async () => {
  const other = await startApp()
  expect((await other.app.inject({ url: '/public/AAAAAAAAAAAAAAAAAAAAAA' })).statusCode).toBe(404)
  await other.close()
})

it('draws a few pictures at a time for outsiders, who could keep members from drawing any', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  app.decorateRequest('addressBlock', '203.0.113.7')
  const drawing: ((png: Buffer) => void)[] = []
  const ctx = {
    ...createJobContext(testApp.db, () => testApp.clock.now),
    drawCard: () => new Promise<Buffer>((resolve) => drawing.push(resolve)),
  }
  registerOperations(registerContractValidation(app, { checksResponses: true }), ctx as never, publicLink)
  const url = `/api/public/${await turnOn()}/games/2026/1/1/image/`
  const responses = Promise.all(Array.from({ length: 10 }, () => app.inject({ url })))
  for (const atOnce of [4, 4, 2]) {
    await vi.waitFor(() => expect(drawing).toHaveLength(atOnce))
    for (const finish of drawing.splice(0)) finish(Buffer.from('png'))
  }
  expect((await responses).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
})
