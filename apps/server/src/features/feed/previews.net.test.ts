import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLinkPreviewSource, type LinkPreviewSource } from '../../providers/link-previews.ts'
import { createBarrier } from '../../testing/barrier.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { previewCleanupJob } from './posts.ts'

const USER_AGENT = 'Tests/1.0 (+https://tests.example)'
const POSTS = '/api/league/Harbour/social/posts/'
const PAGE = `<html><head><title>Fallback</title>
  <meta property="og:title" content="Larks win &amp; win">
  <meta property="og:description" content="A long\n night.">
  <meta property="og:site_name" content="The Paper">
  <meta property="og:image" content="/story.png">`

let responder: RequestListener
let requests: IncomingMessage[]
let server: Server
let database: TestDatabase
let testApp: TestApp
let boss: TestClient
let player: TestClient
let viewer: TestClient

/** Sends all requests to one local server, which stands for the hosts on the public internet. */
function createSource(): LinkPreviewSource {
  const { port } = server.address() as AddressInfo
  return createLinkPreviewSource({
    userAgent: USER_AGENT,
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const headers = { ...(init?.headers as Record<string, string>), 'x-host': url.host }
      return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, { ...init, headers })
    },
  })
}

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request)
    responder(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  database = await createTestDatabase()
  testApp = await startApp({}, { linkPreviews: createSource(), database })
  ;({ boss, player, viewer } = await createLeague(testApp))
})
beforeEach(() => {
  testApp.clock.now = SUNDAY
  requests = []
  responder = (_, response) => sendPage(response, PAGE)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function createLeague(app: TestApp) {
  const admin = await app.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  const [author, reader] = [await app.registerUser('player'), await app.registerUser('viewer')]
  for (const username of ['player', 'viewer'])
    await admin.post('/api/assign-user/', { username, league: 'Harbour', role: 'player' })
  return { boss: admin, player: author, viewer: reader }
}

function sendPage(response: Parameters<RequestListener>[1], body: string | Buffer, headers: object = {}) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

let lastPage = 0

/** The URL of a page that no other test links to. */
function newUrl(): string {
  lastPage += 1
  return `https://news.example/${lastPage}`
}

async function write(content: string, author = player) {
  const { status, body } = await author.post(POSTS, { content })
  expect(status).toBe(200)
  return body
}

/** Waits until no page is left to be fetched. */
async function fetched() {
  const jobs = () => testApp.db.selectFrom('jobs').select('id').where('kind', '=', 'link-preview').execute()
  await expect.poll(jobs).toEqual([])
}

/** The post as another member sees it. */
async function read(id: number) {
  await fetched()
  const { body } = await viewer.get(`/api/league/Harbour/social/items/${id}/?type=post`)
  return body.item
}

async function previewOf(content: string) {
  const { id } = await write(content)
  return (await read(id)).preview
}

describe('the preview of a link', () => {
  it('shows title, description, site and picture of the first page on another host', async () => {
    const url = newUrl()
    const { released, release } = createBarrier()
    responder = (_, response) => void released.then(() => sendPage(response, PAGE))
    const created = await write(
      `Look: http://localhost:3000/?league=Harbour ${url}#top, and https://b.example`,
    )
    expect(created.preview).toBeUndefined()
    release()
    const { preview, version } = await read(created.id)
    expect(preview).toEqual({
      url,
      title: 'Larks win & win',
      description: 'A long night.',
      site_name: 'The Paper',
      image: expect.stringMatching(/^\/api\/images\/links\/[\w-]{22}\/[\w-]+\/$/),
    })
    expect(version).toBe(2)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers).toMatchObject({ 'user-agent': USER_AGENT, 'x-host': 'news.example' })
    expect(requests[0]?.headers.cookie).toBeUndefined()
  })

  it('is announced by an event of the changed post, without its text', async () => {
    const { id } = await write(newUrl())
    await fetched()
    const events = await testApp.db.selectFrom('league_events').select('data').orderBy('id', 'desc').execute()
    expect(JSON.parse(String(events[0]?.data))).toEqual({
      change: 'changed',
      type: 'post',
      id,
      version: 2,
      fields: ['preview'],
    })
  })

  it('is fetched once for all posts, and again after a week', async () => {
    const url = newUrl()
    await previewOf(`${url}#a`)
    expect((await write(`Again ${url.replace('https', 'http')}#b`)).preview.title).toBe('Larks win & win')
    await fetched()
    expect(requests).toHaveLength(1)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 7 * DAY_MS)
    responder = (_, response) => sendPage(response, '<title>New</title>')
    expect(await previewOf(url)).toMatchObject({ title: 'New', description: null, site_name: 'news.example' })
    expect(requests).toHaveLength(2)
  })

  it.each<[string, RequestListener]>([
    ['is missing', (_, response) => response.writeHead(404).end()],
    ['is no web page', (_, response) => sendPage(response, '{}', { 'content-type': 'application/json' })],
    ['has no title', (_, response) => sendPage(response, '<title> </title>')],
    ['asks for no preview', (_, response) => sendPage(response, PAGE, { 'x-robots-tag': 'nosnippet' })],
    [
      'is compressed nevertheless',
      (_, response) => sendPage(response, gzipSync(PAGE), { 'content-encoding': 'br' }),
    ],
    ['redirects forever', ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end()],
    [
      'redirects to another port',
      (_, response) => response.writeHead(302, { location: 'https://a.example:8443/' }).end(),
    ],
    [
      'redirects to a file',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
  ])('is absent if the page %s, which is remembered for a day', async (_, listener) => {
    responder = listener
    const url = newUrl()
    expect(await previewOf(url)).toBeUndefined()
    const count = requests.length
    expect(count).toBeLessThanOrEqual(4)
    responder = (__, response) => sendPage(response, PAGE)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 23 * HOUR_MS)
    expect(await previewOf(url)).toBeUndefined()
    expect(requests).toHaveLength(count)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + HOUR_MS)
    expect((await previewOf(url)).title).toBe('Larks win & win')
  })

  it('is fetched an hour after its host was down, and a preview that was there stays', async () => {
    const url = newUrl()
    responder = (request) => request.socket.destroy()
    expect(await previewOf(url)).toBeUndefined()
    testApp.clock.now = new Date(testApp.clock.now.getTime() + HOUR_MS)
    responder = (_, response) => sendPage(response, PAGE)
    expect((await previewOf(url)).title).toBe('Larks win & win')
    testApp.clock.now = new Date(testApp.clock.now.getTime() + 7 * DAY_MS)
    responder = (_, response) => response.writeHead(503).end()
    expect((await previewOf(url)).title).toBe('Larks win & win')
    expect(requests).toHaveLength(3)
  })

  it('follows redirects, and reads the first megabyte in the characters of the page', async () => {
    const rest = Buffer.alloc(3 * 1024 * 1024, ' ')
    responder = ({ url }, response) => {
      if (url?.endsWith('/end') !== true) return response.writeHead(301, { location: '/end' }).end()
      const head = Buffer.from('<meta charset="windows-1252"><title>Caf\u00E9</title>', 'latin1')
      return sendPage(response, Buffer.concat([head, rest]), { 'content-type': 'text/html' })
    }
    expect(await previewOf(newUrl())).toMatchObject({ title: 'Café' })
  })

  it('has limited lengths, and no characters that reorder text', async () => {
    const meta = (property: string, text: string) => `<meta property="og:${property}" content="${text}">`
    responder = (_, response) =>
      sendPage(
        response,
        meta('title', `\u202E${'a'.repeat(9999)}`) + meta('description', '\u0007 🏈'.repeat(2000)),
      )
    const preview = await previewOf(newUrl())
    expect(preview.title).toBe(`${'a'.repeat(199)}…`)
    expect([...preview.description].length).toBeLessThanOrEqual(300)
    expect(preview.description).not.toMatch(/[\p{Cc}]/u)
  })
})

describe('the picture of a preview', () => {
  it('is served by this site, and only under its signed path', async () => {
    const { image } = await previewOf(newUrl())
    const response = await testApp.client().get(`${image}?size=256`)
    expect(response.status).toBe(404)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    responder = (_, reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(png)
    testApp.clock.now = new Date(testApp.clock.now.getTime() + DAY_MS)
    const found = await testApp.client().get(`${image}?size=256`)
    expect([found.status, found.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(requests.at(-1)?.url).toBe('/story.png')
    const other = Buffer.from('https://a.example/b.png').toString('base64url')
    const forged = image.replace(/[\w-]+\/$/, `${other}/`)
    expect((await testApp.client().get(forged)).status).toBe(404)
  })
})

describe('the author of a post', () => {
  it('removes the preview, and it stays removed when another word is edited', async () => {
    const url = newUrl()
    const { id, edit } = await write(`Look ${url}`)
    await read(id)
    expect((await viewer.delete(`${POSTS}${id}/preview/`)).status).toBe(403)
    expect((await player.delete(`${POSTS}${id}/preview/`)).body).toEqual({ message: 'Preview removed.' })
    expect((await player.delete(`${POSTS}${id}/preview/`)).status).toBe(404)
    expect(await read(id)).toMatchObject({ version: 3, content: `Look ${url}` })
    expect((await read(id)).preview).toBeUndefined()
    await player.post(`${POSTS}${id}/edit/`, { content: `Look here ${url}`, version: edit.version })
    expect((await read(id)).preview).toBeUndefined()
  })

  it('changes the preview with the link, and removes it with the link', async () => {
    const [first, second] = [newUrl(), newUrl()]
    const { id, edit } = await write(first)
    await read(id)
    await player.post(`${POSTS}${id}/edit/`, { content: second, version: edit.version })
    expect((await read(id)).preview.url).toBe(second)
    const { body } = await player.post(`${POSTS}${id}/edit/`, { content: 'None', version: edit.version + 1 })
    expect(body.preview).toBeUndefined()
    expect((await read(id)).preview).toBeUndefined()
  })

  it('is not the only one: a league admin may remove it, too', async () => {
    const { id } = await write(newUrl())
    await read(id)
    expect((await boss.delete(`${POSTS}${id}/preview/`)).status).toBe(200)
  })
})

it('deletes previews that no post shows a month after somebody linked to the page', async () => {
  const [kept, deleted] = [newUrl(), newUrl()]
  await write(kept)
  const { id } = await write(deleted)
  await player.delete(`${POSTS}${id}/`)
  testApp.clock.now = new Date(testApp.clock.now.getTime() + 31 * DAY_MS)
  await previewCleanupJob(testApp.db, () => testApp.clock.now).run(new AbortController().signal)
  const stored = await testApp.db.selectFrom('link_previews').select('url').execute()
  expect(stored).toContainEqual({ url: kept })
  expect(stored).not.toContainEqual({ url: deleted })
})

it('requests nothing, and shows nothing that was stored, when previews are turned off', async () => {
  const url = newUrl()
  const { id } = await write(url)
  await read(id)
  requests = []
  const off = await startApp({}, { linkPreviews: null, database })
  onTestFinished(() => off.close())
  const client = off.client()
  await client.post('/api/login/', { username: 'player', password: 'player-has-a-secret' })
  const { body } = await client.get(`/api/league/Harbour/social/items/${id}/?type=post`)
  expect(body.item.preview).toBeUndefined()
  await client.post(POSTS, { content: newUrl() })
  expect(await testApp.db.selectFrom('jobs').select('id').execute()).toEqual([])
  expect(requests).toEqual([])
})

it('never requests a private address', async () => {
  const source = createLinkPreviewSource({ userAgent: USER_AGENT })
  const signal = new AbortController().signal
  for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://10.0.0.1/'])
    expect(await source.read(url, signal)).toEqual({
      kind: 'none',
      reason: 'the URL is not a public internet address',
    })
})
