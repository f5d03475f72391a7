import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyOfSleeperPlayer } from '@fieldhouse/domain/nfl/player'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { imagePaths } from '../../images/image-paths.ts'
import { createImageSource } from '../../providers/image-source.ts'
import { ADMIN_CODE, SECRET_KEY, startApp, type TestApp } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const USER_AGENT = 'Tests/1.0 (+https://tests.example)'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const RED = { r: 200, g: 16, b: 46 }
const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: RED } })
const svg = (content: string) =>
  `<?xml version="1.0"?>\n<!-- Logo -->\n<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${content}</svg>`

let respond: RequestListener
let requestedPaths: string[]
let host: Server
let baseUrl: string
let testApp: TestApp
beforeEach(async () => {
  requestedPaths = []
  const png = await picture().png().toBuffer()
  respond = (_, response) => response.end(png)
  host = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    respond(request, response)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  testApp = await startApp(
    { IMAGES_BASE_URL: baseUrl },
    { imageSource: createImageSource({ baseUrl, sleeperUrl: `${baseUrl}/sleeper`, userAgent: USER_AGENT }) },
  )
})
afterEach(async () => {
  await testApp.close()
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

const logoOf = (url: string) =>
  imagePaths({ secretKey: SECRET_KEY, imagesBaseUrl: baseUrl }).ofLogo(url) ?? ''
const logo = () => logoOf('https://g.espncdn.com/lm-static/logo.png')
/** Returns the id. */
async function createLeague(): Promise<number> {
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const { id } = await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  return id
}

const get = (url: string, headers = {}) => testApp.app.inject({ url, headers })

describe('GET logo', () => {
  it.each([
    ['', 128],
    ['?size=64', 64],
    ['?size=256', 256],
  ])('returns a square WebP image for the query "%s" without a sign-in', async (query, side) => {
    const response = await get(`${logo()}${query}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=604800, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: side,
      height: side,
    })
    expect(requestedPaths).toEqual(['/lm-static/logo.png'])
  })

  it('returns 304 for a known ETag', async () => {
    const { headers } = await get(logo())
    expect((await get(logo(), { 'if-none-match': headers.etag })).statusCode).toBe(304)
  })

  it('downloads a picture once for many requests at the same time, and keeps it', async () => {
    const urls = [64, 128, 256, 64, 128, 256].map((size) => `${logo()}?size=${size}`)
    const responses = await Promise.all(urls.map((url) => get(url)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200))
    await get(logo())
    expect(requestedPaths).toHaveLength(1)
  })

  it('downloads a picture again after a month, and shows the old one if that fails', async () => {
    const { rawPayload } = await get(logo())
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 31 * DAY_MS)
    respond = (_, response) => response.writeHead(404).end()
    const response = await get(logo())
    expect([response.statusCode, response.rawPayload.equals(rawPayload)]).toEqual([200, true])
    expect(requestedPaths).toHaveLength(2)
  })

  it('draws an SVG of ESPN, and none of another host', async () => {
    respond = (_, response) => response.end(svg('<rect width="10" height="10" fill="#0b5fa5"/>'))
    const response = await get(`${logo()}?size=256`)
    const { data } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(data[2]).toBeGreaterThan(140)
    expect((await get(logoOf(`${baseUrl}/logo.svg`))).statusCode).toBe(404)
    expect(requestedPaths).toContain('/logo.svg')
  })

  it('shows the first frame of an animation', async () => {
    const frames = [picture(20, 20), picture(20, 20).negate()].map((frame) => frame.png().toBuffer())
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer()
    respond = (_, response) => response.end(gif)
    const response = await get(logo())
    expect((await sharp(response.rawPayload).metadata()).pages ?? 1).toBe(1)
  })

  it.each<[string, RequestListener]>([
    ['missing', (_, response) => response.writeHead(404).end()],
    ['gone', (_, response) => response.writeHead(410).end()],
    ['a web page', (_, response) => response.end('<!doctype html><svg></svg>')],
    ['text', (_, response) => response.end('not a picture')],
    ['empty', (_, response) => response.end()],
    ['too large', (_, response) => response.end(Buffer.alloc(6 * 1024 * 1024, 1))],
    ['damaged', (_, response) => response.end(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))],
    ['elsewhere', (_, response) => response.writeHead(302, { location: `${baseUrl}/other.png` }).end()],
  ])('returns 404 for a picture that is %s, and does not request it again for a day', async (_, answer) => {
    respond = answer
    const response = await get(logo())
    expect([response.statusCode, response.json().code]).toEqual([404, 'picture_not_found'])
    expect(response.headers['cache-control']).toBe('private, max-age=300')
    const { length } = requestedPaths
    await get(logo())
    expect(requestedPaths).toHaveLength(length)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + DAY_MS)
    await get(logo())
    expect(requestedPaths.length).toBeGreaterThan(length)
  })

  it('requests a picture again five minutes after its host was down', async () => {
    const available = respond
    respond = (_, response) => response.writeHead(503).end()
    expect((await get(logo())).statusCode).toBe(404)
    respond = available
    expect((await get(logo())).statusCode).toBe(404)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 5 * MINUTE_MS)
    expect((await get(logo())).statusCode).toBe(200)
  })

  it('requests nothing for a path that it did not sign', async () => {
    const url = Buffer.from(`${baseUrl}/secret`).toString('base64url')
    const [, , , , signature] = logo().split('/')
    expect((await get(`/api/images/logos/${signature}/${url}/`)).statusCode).toBe(404)
    expect((await get(`/api/images/logos/short/${url}/`)).statusCode).toBe(400)
    expect((await get(`${logo()}?size=4096`)).statusCode).toBe(400)
    expect(requestedPaths).toEqual([])
  })
})

describe('GET headshot and NFL logo', () => {
  it('returns the headshot of a player in a stored lineup', async () => {
    const user = await testApp.registerUser('ada')
    const week = buildWeek({ lineups: [buildLineup(1, [buildPlayer({ playerId: 42 })])] })
    await storeWeek(testApp.db, await createLeague(), week)
    expect((await user.get('/api/images/players/42/')).status).toBe(200)
    expect(requestedPaths).toEqual(['/i/headshots/nfl/players/full/42.png'])
    expect((await user.get('/api/images/players/43/')).status).toBe(404)
    expect((await user.get('/api/images/players/-16009/')).status).toBe(400)
    expect(requestedPaths).toHaveLength(1)
  })

  it("returns the picture of a Sleeper player from the operator's address for them", async () => {
    const user = await testApp.registerUser('ada')
    const playerId = keyOfSleeperPlayer('4046') ?? 0
    const week = buildWeek({ lineups: [buildLineup(1, [buildPlayer({ playerId })])] })
    await storeWeek(testApp.db, await createLeague(), week)
    expect((await user.get(`/api/images/players/${playerId}/`)).status).toBe(200)
    expect(requestedPaths).toEqual(['/sleeper/content/nfl/players/4046.jpg'])
  })

  it('returns the logo of an NFL team', async () => {
    const user = await testApp.registerUser('ada')
    expect((await user.get('/api/images/nfl-teams/was/')).status).toBe(200)
    expect(requestedPaths).toEqual(['/i/teamlogos/nfl/500/wsh.png'])
    expect((await user.get('/api/images/nfl-teams/xyz/')).status).toBe(404)
  })
})

it('does not connect to a private address behind an allowed host name', async () => {
  const source = createImageSource({
    baseUrl: 'https://a.espncdn.com',
    sleeperUrl: 'https://sleepercdn.com',
    userAgent: USER_AGENT,
  })
  for (const url of ['https://127.0.0.1/a.png', 'https://localhost/a.png'])
    await expect(source.read(url)).rejects.toThrow('PrivateAddressError')
})

it('has no images when IMAGES_OFF is set', async () => {
  const off = await startApp({ IMAGES_OFF: true })
  try {
    expect((await off.client().get(logo())).status).toBe(404)
  } finally {
    await off.close()
  }
})
