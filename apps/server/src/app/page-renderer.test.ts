import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBuiltPage } from '../testing/built-page-fixture.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import type { TestApp, TestClient } from '../testing/start-app.ts'
import { createTwoSeasons } from '../testing/two-seasons-fixture.ts'
import { workBudget } from './page.ts'

/** Shows who asks, or fails in the way that the address says. */
const RENDERER = `
  let isPrepared = false
  export async function renderPage({ url, cookies, origin }, fetchFromApi) {
    const how = new URL(url, origin).searchParams.get('how')
    if (how === 'broken') throw new Error('a component is broken')
    if (how === 'late') await new Promise((resolve) => setTimeout(resolve, 60_000))
    if (how === 'plain') return null
    if (how === 'first' && !isPrepared) {
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await fetchFromApi('/api/whoami/')
      isPrepared = true
    }
    const { status, body } = await fetchFromApi(how === 'elsewhere' ? '/metrics' : '/api/whoami/')
    const html = '<p class="red team" style="color:red">' + status + ' at ' + url + '</p><i style="--note:}p{}"></i>'
    return { title: 'Ada & Bo', html, data: body, screen: 'standings' }
  }`

/** For all that a test renders, also on a busy machine. */
const PAGE_RENDER_MS = 20_000

const { log, lines } = createMemoryLog('warn')
let page: ReturnType<typeof createBuiltPage>
let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  page = createBuiltPage(RENDERER)
  ;({ testApp, admin } = await createTwoSeasons({ PAGE_RENDER_MS }, { pageFolder: page.folder, log }))
})
afterAll(async () => {
  await testApp.close()
  page.remove()
})

/** The request is sent at once, also if nobody waits for the response yet. */
async function open(url: string, client: TestClient | null = admin, app = testApp) {
  const cookies = Object.fromEntries(client?.cookies ?? [])
  return await app.app.inject({ url, headers: { accept: 'text/html' }, cookies })
}

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('sends the content with the rights of who asks, stored by nobody', async () => {
  const { statusCode, headers, body } = await open('/?league=Harbour')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(body).toContain('<title>Ada &amp; Bo</title>')
  expect(body).toContain(
    '<div id="root"><p class="red team" data-style="color:red">200 at /?league=Harbour</p><i data-style="--note:}p{}"></i></div>',
  )
  expect(body).toMatch(/<script type="application\/json" id="page-data">{"username":"boss"/)
  expect(body).not.toContain('<noscript>')
  const other = await testApp.registerUser('ines')
  expect((await open('/', other)).body).toMatch(/id="page-data">{"username":"ines"/)
})

it('sends each person on one connection their own content, and none after their session has ended', async () => {
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  async function openAs({ cookies }: TestClient) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const request = get(address, { agent, headers: { accept: 'text/html', cookie } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    ports.add(response.socket.localPort)
    return /id="page-data">{"username":"(\w+)"/.exec(await text(response))?.[1]
  }
  const [one, other] = [await testApp.registerUser('nia'), await testApp.registerUser('omar')]
  const stolen = { ...one, cookies: new Map(one.cookies) }
  expect([await openAs(one), await openAs(other), await openAs(one)]).toEqual(['nia', 'omar', 'nia'])
  await one.post('/api/logout/')
  expect([await openAs(stolen), await openAs(other)]).toEqual([undefined, 'omar'])
  expect(ports.size).toBe(1)
  agent.destroy()
})

it('contains the styles that its content needs, and allows no others but those of the plain page', async () => {
  const { headers, body } = await open('/')
  const policy = String(headers['content-security-policy'])
  const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text)
  const scripts = [...body.matchAll(/<script(?: data-[^>]*)?>(.*?)<\/script>/gs)].map(([, text]) =>
    hashOf(text),
  )
  // A style that could end its rule has none.
  expect(styles).toEqual([
    'table{margin:0}@media print{.notice,.red .team{margin:0}}#root [data-style="color:red"]{color:red}',
  ])
  expect(policy).toContain(`style-src 'self' ${hashOf('h1 { margin: 0 }')} ${hashOf(styles[0])};`)
  expect(policy).toContain(`script-src 'self' ${scripts.join(' ')};`)
  expect(body).not.toMatch(/<[^>]* style=/)
})

it.each([
  ['a stranger', '/', () => null],
  ['what the app shows itself', '/?how=plain', () => admin],
  ['a component that fails', '/?how=broken', () => admin],
  ['what is not part of the API', '/?how=elsewhere', () => admin],
])('sends the page without content for %s', async (_, url, client) => {
  const { statusCode, headers, body } = await open(url, client())
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(body).toContain('<div id="root"></div>')
})

it('logs why a page was not rendered, without its query', () => {
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'page not rendered', path: '/', err: expect.anything() }),
  )
  expect(lines.join()).not.toContain('how=')
})

it('sends the page without content when it would be late, and when three others are being rendered', async () => {
  const { testApp: hasty, admin: boss } = await createTwoSeasons(
    { PAGE_RENDER_MS: 1000 },
    { pageFolder: page.folder },
  )
  // The first one is late, but prepares the next.
  expect((await open('/?how=first', boss, hasty)).body).toContain('<div id="root"></div>')
  await expect.poll(async () => (await open('/?how=first', boss, hasty)).body).toContain('200 at')
  const late = [1, 2, 3].map(() => open('/?how=late', boss, hasty))
  expect((await open('/', boss, hasty)).body).toContain('<div id="root"></div>')
  for (const each of await Promise.all(late)) expect(each.body).toContain('<div id="root"></div>')
  await hasty.close()
})

it('sends an invite and a public link with content to anybody, and the latter with its preview', async () => {
  expect((await open('/join/AbC_-123', null)).body).toContain('200 at /join/AbC_-123')
  const { body: link } = await admin.post('/api/league/Harbour/public-link/', { shows_owners: false })
  const { headers, body } = await open(String(link.path), null)
  expect(body).toContain(`200 at ${link.path}`)
  expect(body).toContain('<title>Harbour · Fieldhouse</title>')
  expect(body).toContain('property="og:title" content="Harbour"')
  expect(headers['x-robots-tag']).toBe('noindex')
})

it('spends no more than its share of the time on pages, and what was saved', () => {
  const budget = workBudget(0.1, 2000)
  budget.spend(1900)
  expect(budget.isLeft(0)).toBe(true)
  budget.spend(200)
  expect([999, 1001].map((now) => budget.isLeft(now))).toEqual([false, true])
  expect(budget.isLeft(1_000_000)).toBe(true)
  budget.spend(2000)
  expect(budget.isLeft(1_000_000)).toBe(false)
})
