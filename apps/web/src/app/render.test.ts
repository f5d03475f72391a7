import type { FetchFromApi, PageRequest } from '@fieldhouse/contract/page'
import { afterAll, expect, it } from 'vitest'
import { sendThrough } from '../api/api-client.ts'
import { assumeEnvironment } from '../api/page-environment.ts'
import { unsentPostsKey } from '../features/feed/unsent/post-sender.tsx'
import { type PageData, renderPage } from './render.tsx'

// What stands for the device is there for as long as the thread that renders.
afterAll(() => {
  for (const name of ['window', 'location', 'localStorage', 'sessionStorage', 'document'])
    Reflect.deleteProperty(globalThis, name)
  // Other files format times, and send requests, in the same worker.
  assumeEnvironment(null)
  sendThrough(null)
})

const NAME = `</script><b>"It's"\u2028 & <!--`
const LEAGUE = { id: 1, name: NAME, seasons: [2026], role: 'player', team: null }

const RESPONSES: Record<string, unknown> = {
  '/api/whoami/': {
    username: 'dario',
    first_name: NAME,
    last_name: '',
    email: '',
    is_admin: false,
    is_staff: false,
  },
  '/api/user-leagues/dario/': { leagues: [LEAGUE] },
  '/api/inbox/unread/': { count: 0, requests: 0, reports: 0, tabs: [] },
  '/api/dashboard/': { leagues: [], tasks: [], since: { at: '2026-11-28T18:00:00Z', leagues: [] } },
}

/** An API with these responses, and the paths that were asked for. */
function createApi(responses: Record<string, unknown> = RESPONSES): { paths: string[]; fetch: FetchFromApi } {
  const paths: string[] = []
  return {
    paths,
    async fetch(path) {
      paths.push(path)
      const body = responses[path]
      return body === undefined
        ? { status: 404, body: '{"code":"not_found","error":"Not found"}' }
        : { status: 200, body: JSON.stringify(body) }
    },
  }
}

const request = (url: string, device: Record<string, string> | null = {}): PageRequest => ({
  url,
  cookies:
    device === null
      ? ''
      : `a=b; page=${new URLSearchParams({ zone: 'Asia/Tokyo', theme: 'neutral-pro', width: '1440', ...device })}`,
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  now: Date.parse('2026-11-29T18:00:00Z'),
  origin: 'https://league.example',
  lastEvent: 7,
})

const dataOf = (data: string) => JSON.parse(data) as PageData

it('renders a screen with the data of the API, and with names that end no element', async () => {
  const api = createApi()
  const page = await renderPage(request('/'), api.fetch)
  expect(page).toMatchObject({ title: 'Dashboard · Fieldhouse', screen: 'dashboard' })
  expect(page?.html).not.toMatch(/<script|<b>/)
  expect(page?.html).toContain('&lt;/script&gt;&lt;b&gt;&quot;It&#x27;s&quot;\u2028 &amp; &lt;!--')
  expect(page?.data).not.toMatch(/[<\u2028]/)
  const { environment, shown, queries, paths, lastEvent } = dataOf(page?.data ?? '')
  expect(environment).toEqual({
    timeZone: 'Asia/Tokyo',
    theme: 'neutral-pro',
    width: 1440,
    now: Date.parse('2026-11-29T18:00:00Z'),
  })
  expect([shown, lastEvent]).toEqual(['/', 7])
  expect(queries.queries.map(({ state }) => state.data)).toContainEqual({ leagues: [LEAGUE] })
  expect(paths).toEqual(expect.arrayContaining(Object.keys(RESPONSES)))
  expect(paths).toEqual(api.paths)
})

it('renders the screen that was open last for an address without one', async () => {
  const api = createApi()
  const page = await renderPage(request('/', { screen: '/?league=Fumblers&tab=overview' }), api.fetch)
  expect(page).toMatchObject({ title: 'Overview · Fumblers · Fieldhouse', screen: 'overview' })
  expect(api.paths).toContain('/api/league/Fumblers/meta/')
})

it.each([null, { zone: 'Mars/Olympus' }, { width: '0' }, { width: 'wide' }])(
  'assumes a phone in UTC for a device that it does not know, such as %j',
  async (device) => {
    const page = await renderPage(request('/', device), createApi().fetch)
    expect(dataOf(page?.data ?? '').environment).toMatchObject({ timeZone: 'UTC', width: 390 })
  },
)

it.each([
  ['computer', 1280, 'Windows NT 10.0; Win64; x64'],
  ['tablet', 820, 'Linux; Android 10; K'],
])('assumes the window of a %s of %i pixels that it does not know', async (_, width, system) => {
  const userAgent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`
  const page = await renderPage({ ...request('/', null), userAgent }, createApi().fetch)
  expect(dataOf(page?.data ?? '').environment).toMatchObject({ timeZone: 'UTC', width })
})

it('renders what it has when the API fails, without the error', async () => {
  const { '/api/dashboard/': _, ...others } = RESPONSES
  const page = await renderPage(request('/'), createApi(others).fetch)
  expect(page?.html).toContain('Loading')
  expect(page?.data).not.toContain('not_found')
})

it('renders the frame of an invite for somebody who is not signed in', async () => {
  const api = createApi({ '/api/whoami/': { username: null } })
  const page = await renderPage(request('/join/Q29kZQ'), api.fetch)
  expect(page?.screen).toBe('start')
  expect(page?.html).toContain('aria-label="Loading the invite"')
  const { queries } = dataOf(page?.data ?? '')
  expect(queries.queries.map(({ queryKey, state }) => [queryKey[0], state.status])).toEqual([
    ['whoami', 'success'],
    ['invite', 'error'],
  ])
  expect(api.paths).not.toContain('/api/invites/read/')
})

it.each([
  ['a stranger', '/', { '/api/whoami/': { username: null } }],
  ['a screen with secrets', '/?route=account', RESPONSES],
  ['a link to reset a password', '/?uid=1&token=t', RESPONSES],
  ['a link to confirm an address', '/?verify_email=t', RESPONSES],
])('leaves %s to the app', async (_, url, responses) => {
  expect(await renderPage(request(url), createApi(responses).fetch)).toBe(null)
})

it('hands over nothing that only the device knows, such as posts that it has not sent', async () => {
  const meta = { id: 1, name: 'Harbour', features: [], role: 'player' }
  const { fetch } = createApi({ ...RESPONSES, '/api/league/Harbour/meta/': meta })
  const page = await renderPage(request('/?league=Harbour&tab=league+social'), fetch)
  const keys = dataOf(page?.data ?? '').queries.queries.map(({ queryKey }) => queryKey)
  expect(keys).toContainEqual(['league', 'Harbour', 'feed', 'list', 'all'])
  expect(keys).not.toContainEqual(unsentPostsKey(NAME))
})

it('leaves a page to the app when nobody waits for it any more', async () => {
  const gone: FetchFromApi = () => Promise.reject(new Error('nobody waits'))
  expect(await renderPage(request('/'), gone)).toBe(null)
})
