import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_NET } from '../../testing/is-net.ts'
import { buildMatchupCard } from '../../testing/share-cards.ts'
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { buildCurrentSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import type { CardTask } from './drawing-thread.ts'
import type { CardContent } from './read-card-image.ts'
import { cardDrawer } from './share-images.ts'

let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  ;({ testApp, admin } = await createTwoSeasons())
})
afterAll(() => testApp.close())

const COOKIE = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function getImage(path: string, headers: Record<string, string> = {}) {
  const response = await testApp.app.inject({
    url: `/api/league/Harbour/${path}`,
    headers: { cookie: COOKIE(), ...headers },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

const STYLE = { format: 'wide', theme: 'neutral-pro', league: 'Harbour' } as const

const PATHS = [
  'games/2026/1/1/image/',
  'standings/image/?',
  'standings/image/?season=2025',
  'insights/race/image/?season=2025',
  'insights/season-cards/image/?season=2025&card=champion',
  'insights/season-cards/image/?season=2025&team_id=4&card=season',
  'teams/1/image/?',
  'recaps/2026/1/image/',
  // By the first week of a matchup over two weeks, and by the second one.
  'recaps/2025/4/image/',
  'games/2025/5/8/image/',
  'history/records/image/?',
  'history/records/image/?record=highest_team_game',
  'owner-compare/image/?a=Ada+Marlow&b=ben+okafor',
  'trades/2026/trade/image/',
  'insights/draft/image/?',
]

describe('GET a share image', () => {
  it.each(PATHS)('draws %s', async (path) => {
    const wide = await getImage(path)
    expect([wide.status, wide.headers]).toMatchObject([
      200,
      { 'content-type': 'image/png', 'cache-control': 'private, no-cache' },
    ])
    expect(await sharp(wide.bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  it.each(IS_NET ? PATHS : PATHS.slice(0, 1))('draws %s tall and in another theme', async (path) => {
    const query = path.includes('?') ? '&' : '?'
    const tall = await getImage(`${path}${query}format=tall&theme=solarized-dark`)
    expect(await sharp(tall.bytes).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1350 })
    const [corner] = await sharp(tall.bytes)
      .extract({ left: 2, top: 1340, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect(corner).toBe(0)
  })

  it.each([
    ['games/2026/1/99/image/', 404, 'game_not_found'],
    ['insights/race/image/?season=2011', 404, 'nothing_to_share'],
    ['insights/season-cards/image/?season=2026&card=champion', 404, 'nothing_to_share'],
    ['insights/season-cards/image/?season=2025&card=season', 404, 'nothing_to_share'],
    ['insights/season-cards/image/?season=2025&team_id=99&card=season', 404, 'team_not_found'],
    ['insights/season-cards/image/?season=2025', 400, 'invalid_input'],
    ['standings/image/?season=2011', 404, 'nothing_to_share'],
    ['teams/99/image/', 404, 'team_not_found'],
    // In progress.
    ['recaps/2026/2/image/', 404, 'nothing_to_share'],
    ['history/records/image/?record=longest', 400, 'invalid_input'],
    ['owner-compare/image/?a=Ada+Marlow&b=Nobody', 404, 'owner_not_found'],
    ['owner-compare/image/?a=Ada+Marlow&b=ada+marlow', 400, 'same_owner'],
    ['trades/2026/claim/image/', 404, 'item_not_found'],
    ['insights/draft/image/?season=2011', 404, 'nothing_to_share'],
    ['standings/image/?format=huge', 400, 'invalid_input'],
  ])('returns for %s the status %d', async (path, status, code) => {
    const response = await getImage(path)
    expect([response.status, JSON.parse(response.bytes.toString())]).toMatchObject([status, { code }])
  })

  it('returns 304 until what it shows changes', async () => {
    const path = 'standings/image/'
    const { headers, bytes } = await getImage(path)
    const etag = String(headers.etag)
    expect((await getImage(path, { 'if-none-match': etag })).status).toBe(304)
    const season = buildCurrentSeason()
    testApp.provider.read = () => ({
      ...season,
      teams: season.teams.map((team) => ({ ...team, name: `New ${team.name}` })),
    })
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
    const changed = await getImage(path, { 'if-none-match': etag })
    expect([changed.status, changed.bytes.equals(bytes)]).toEqual([200, false])
  })
})

it('waits for a slow logo only for a few seconds, and shows it as soon as it is there', async () => {
  let finish = () => {}
  const arrived = new Promise<void>((resolve) => {
    finish = resolve
  })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#d81b60' } })
    .png()
    .toBuffer()
  const slow = await startApp({}, { imageSource: { read: () => arrived.then(() => picture) } })
  const season = buildCurrentSeason()
  slow.provider.read = () => ({
    ...season,
    teams: season.teams.map((team) => ({ ...team, logo: 'https://i.imgur.com/a.png' })),
  })
  const boss = await slow.registerUser('boss', { role: 'admin', admin_code: 'let-me-run-this-league' })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await boss.post('/api/refresh-espn/', { name: 'Harbour' })
  const draw = async () => {
    const cookie = [...boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await slow.app.inject({ url: '/api/league/Harbour/teams/1/image/', headers: { cookie } })
    const pixels = await sharp(response.rawPayload)
      .extract({ left: 130, top: 250, width: 1, height: 1 })
      .raw()
      .toBuffer()
    return [...pixels]
  }
  const pink = [expect.closeTo(0xd8, -1), expect.closeTo(0x1b, -1), expect.closeTo(0x60, -1)]
  expect(await draw()).not.toEqual(pink)
  finish()
  expect(await draw()).toEqual(pink)
  await slow.close()
})

const buildTask = (content: CardContent = buildMatchupCard()): CardTask => ({
  content,
  style: STYLE,
  logos: new Map(),
})

describe('the card drawer', () => {
  it('refuses more than 20 cards at a time', async () => {
    const drawer = cardDrawer()
    const draws = Array.from({ length: 21 }, () => drawer.run(buildTask()))
    expect(await draws.at(-1)).toBeNull()
    await drawer.close()
    const results = await Promise.allSettled(draws)
    expect(results.map(({ status }) => status)).toContain('rejected')
  })

  it('draws on after a card that cannot be drawn', async () => {
    const drawer = cardDrawer()
    const broken = drawer.run(buildTask({ kind: 'matchup' } as never))
    const next = drawer.run(buildTask())
    await expect(broken).rejects.toThrow(TypeError)
    expect(await next).toBeInstanceOf(Uint8Array)
    await drawer.close()
  })
})
