import { Agent, type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { LeagueEvents, LiveScores } from '@fieldhouse/contract/live'
import { measureEachEngine } from './baselines.ts'
import {
  type Child,
  type Client,
  createClient,
  createLeague,
  startProgram,
  type startProgramInFolder,
} from './program.ts'
import { median, rounded, table } from './table.ts'

/** While the early games are in progress. */
const STEP_MS = 5 * 60_000
const TIMEOUT_MS = 60_000

type Server = Awaited<ReturnType<typeof startProgramInFolder>>

/**
 * Opens 2,000 pages with the scoreboard of one league, over real connections, and measures how long it takes until
 * all of them show the scores of a refresh. The CPU time of the same refresh without pages is subtracted.
 */
export async function benchHerd({ rounds }: { rounds: number }) {
  const provider = await startProgram('simulated', /Simulated ESPN at (\S+), with the league/)
  const env = { ESPN_BASE_URL: provider.address, PROVIDER_REQUESTS_PER_MINUTE: '10000' }
  const columns = [
    '2,000 open pages',
    'ms to the last page',
    'ms to half of them',
    'CPU ms',
    'requests',
    'MB',
  ]
  try {
    const rows = await measureEachEngine(env, async (server) => [
      await measureHerd(server, provider, Math.max(3, rounds)),
    ])
    return table(columns, rows)
  } finally {
    await provider.stop()
  }
}

async function measureHerd(server: Server, provider: Server, rounds: number) {
  const [, league = ''] = await provider.waitForOutput(/with the league (\d+)/)
  const admin = await createLeague(server.address, HERD_LEAGUE, Number(league))
  let nowMs = await startOfGames(provider.address)
  const refresh = async () => {
    nowMs += STEP_MS
    await setClock(provider.address, new Date(nowMs))
    await admin.post('/api/refresh-espn/', { name: HERD_LEAGUE })
  }
  await refresh()
  const users = await signUpFans(server.address, admin)
  const quiet = []
  for (let round = 0; round < rounds; round += 1) quiet.push(await measureRefresh(server, refresh, []))

  const requests = pageRequests()
  const path = `${server.address}/api/league/${HERD_LEAGUE}/`
  const pages = await openPages(users, (cookie) => openHerdPage(path, cookie, requests))
  const busy = []
  for (let round = 0; round < rounds; round += 1) {
    requests.count = 0
    const measurement = await measureRefresh(server, refresh, pages)
    busy.push({ ...measurement, requests: requests.count })
  }
  for (const page of pages) page.close()
  requests.agent.destroy()
  const cpuMs = median(busy.map((each) => each.cpuMs)) - median(quiet.map((each) => each.cpuMs))
  return [
    rounded(median(busy.map((each) => each.lastMs))),
    rounded(median(busy.map((each) => each.medianMs))),
    rounded(cpuMs),
    median(busy.map((each) => each.requests)),
    rounded(Math.max(...busy.map((each) => each.memoryMb))),
  ]
}

/** Refreshes, and waits until all pages show its scores. The times count from when the refresh stored them. */
async function measureRefresh(server: Server, refresh: () => Promise<void>, pages: readonly HerdPage[]) {
  const before = Math.max(0, ...pages.map((page) => page.shown().updatedAt))
  const { cpuMs } = server.resourceUsage()
  const stopSampling = sampleMemory(server)
  const started = performance.now()
  await refresh()
  while (pages.some((page) => page.shown().updatedAt <= before)) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error('not all pages show the new scores')
    await sleep(20)
  }
  // Pages that read something again do so within two seconds.
  await sleep(3000)
  const memoryMb = stopSampling()
  const delays = pages.map((page) => page.shown().at - page.shown().updatedAt)
  return {
    lastMs: Math.max(0, ...delays),
    medianMs: delays.length === 0 ? 0 : median(delays),
    cpuMs: server.resourceUsage().cpuMs - cpuMs,
    memoryMb,
  }
}

/** The simulated clock starts on a Sunday at 1:30 PM in New York, while the early games are in progress. */
async function startOfGames(provider: string): Promise<number> {
  const now = new Date()
  const sunday = new Date(now.getTime() - ((now.getUTCDay() + 7) % 7) * 86_400_000)
  sunday.setUTCHours(18, 30, 0, 0)
  await setClock(provider, sunday)
  return sunday.getTime()
}

async function setClock(provider: string, now: Date): Promise<void> {
  const response = await fetch(`${provider}/__clock`, {
    method: 'PUT',
    body: JSON.stringify({ now: now.toISOString() }),
  })
  if (!response.ok) throw new Error(`the simulated provider returned ${response.status}`)
}

const EVENTS_PER_SECOND = 10
/** Seven likes, two comments and a new post in each second. */
const CHANGES = [
  'like',
  'like',
  'comment',
  'like',
  'like',
  'post',
  'like',
  'comment',
  'like',
  'like',
] as const
const POSTS = 60
const FEED_TIMEOUT_MS = 120_000

type Feed = { social: string; posts: number[] }

/**
 * 2,000 pages show the feed of one league while its members change it ten times a second, and change it in place.
 */
export async function benchFeedHerd({ seconds }: { seconds: number }) {
  const rows = await measureEachEngine({}, (server) => measureServer(server, Math.max(10, seconds)))
  const columns = [
    '2,000 open pages, 10 changes/s',
    'CPU ms/event',
    'bytes/event and page',
    'ms to the last page, p50',
    'MB',
  ]
  return table(columns, rows)
}

async function measureServer(server: Server, seconds: number) {
  const admin = await createLeague(server.address, HERD_LEAGUE, 4711)
  const fans = await signUpFans(server.address, admin)
  const social = `/api/league/${HERD_LEAGUE}/social/`
  const feed = { social, posts: await createPosts(fans, social) }
  const idleCpuMs = await measureChanges(server, fans, feed, [], seconds)
  const requests = pageRequests()
  const pages = await openPages(fans, (cookie) =>
    openFeedPage(`${server.address}/api/league/${HERD_LEAGUE}/`, cookie, requests),
  )
  const stopSampling = sampleMemory(server)
  const cpuMs = await measureChanges(server, fans, feed, pages, seconds)
  const events = seconds * EVENTS_PER_SECOND
  const bytes = pages.reduce((sum, page) => sum + page.received().bytes, 0)
  const row = [
    rounded((cpuMs - idleCpuMs) / events, 1),
    rounded(bytes / events / pages.length),
    rounded(lastDelay(pages)),
    rounded(stopSampling()),
  ]
  for (const page of pages) page.close()
  requests.agent.destroy()
  return [row]
}

async function createPosts(fans: readonly Client[], social: string): Promise<number[]> {
  const ids: number[] = []
  for (const [index, fan] of fans.slice(0, POSTS).entries()) {
    const content = `Story ${index}. ${'The kicker did it again. '.repeat(8)}`
    const { id }: { id: number } = await fan.post(`${social}posts/`, { content })
    ids.push(id)
  }
  return ids
}

/** Changes the feed at a steady rate. Returns the CPU time of the server until all pages are up to date. */
async function measureChanges(
  server: Server,
  fans: readonly Client[],
  { social, posts }: Feed,
  pages: readonly FeedPage[],
  seconds: number,
): Promise<number> {
  const before = server.resourceUsage().cpuMs
  const sent: Promise<unknown>[] = []
  for (let turn = 0; turn < seconds * EVENTS_PER_SECOND; turn += 1) {
    const fan = fans[turn % fans.length]
    const post = `${social}posts/${posts[turn % posts.length]}/`
    const change = CHANGES[turn % CHANGES.length]
    if (change === 'like') sent.push(fan?.post(`${post}like/`, {}) ?? Promise.resolve())
    if (change === 'comment')
      sent.push(fan?.post(`${post}comments/`, { body: `So true, ${turn}.` }) ?? Promise.resolve())
    if (change === 'post')
      sent.push(fan?.post(`${social}posts/`, { content: `News ${Math.random()}` }) ?? Promise.resolve())
    await sleep(1000 / EVENTS_PER_SECOND)
  }
  await Promise.all(sent)
  const started = performance.now()
  while (pages.some((page) => page.received().events < sent.length)) {
    if (performance.now() - started > FEED_TIMEOUT_MS)
      throw new Error('not all pages have received the changes')
    await sleep(50)
  }
  return server.resourceUsage().cpuMs - before
}

interface FeedPage {
  received: () => { events: number; bytes: number; times: Map<number, number> }
  close: () => void
}

async function openFeedPage(league: string, cookie: string, requests: PageRequests) {
  const received = { events: 0, bytes: 0, times: new Map<number, number>() }

  function handle(block: string): void {
    const [, id] = /^id: (\d+)\nevent: feed\ndata: /m.exec(block) ?? []
    if (id === undefined) return
    received.events += 1
    received.bytes += Buffer.byteLength(block) + 2
    received.times.set(Number(id), Date.now())
  }

  await getJson(`${league}social/feed/?limit=60`, cookie, requests)
  const stream = await openStream(`${league}events/?progress=outcome`, cookie, handle)
  return {
    received: () => received,
    close: () => stream.destroy(),
  }
}

/** The median over the events of the time between the first page that received it and the last, in milliseconds. */
function lastDelay(pages: readonly FeedPage[]): number {
  const ids = [...(pages[0]?.received().times.keys() ?? [])]
  const delays = ids.map((id) => {
    const times = pages.flatMap((page) => page.received().times.get(id) ?? [])
    return times.reduce((a, b) => Math.max(a, b), 0) - times.reduce((a, b) => Math.min(a, b), Infinity)
  })
  return delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? 0
}

const HERD_LEAGUE = 'Bench'
const HERD_PAGES = 2000
/** A user can have ten streams per process. */
const PAGES_PER_USER = 10
const PASSWORD = 'bench-the-long-way'
const CONCURRENCY = 20

async function signUpFans(address: string, admin: Client): Promise<Client[]> {
  const names = Array.from({ length: HERD_PAGES / PAGES_PER_USER }, (_, index) => `fan${index}`)
  return openInParallel(names, async (username) => {
    const client = createClient(address, username)
    await client.post('/api/register/', { username, password: PASSWORD })
    await admin.post('/api/assign-user/', { username, league: HERD_LEAGUE, role: 'viewer' })
    return client
  })
}

/** Opens all pages. Those of a fan have the same cookie. */
function openPages<Page>(fans: readonly Client[], open: (cookie: string) => Promise<Page>) {
  const cookies = Array.from({ length: HERD_PAGES }, (_, index) => fans[index % fans.length]?.cookie() ?? '')
  return openInParallel(cookies, open)
}

/** @returns a function that ends the sampling, and returns the most memory in use */
function sampleMemory({ resourceUsage }: Pick<Child, 'resourceUsage'>): () => number {
  let memoryMb = 0
  const timer = setInterval(() => {
    memoryMb = Math.max(memoryMb, resourceUsage().memoryMb)
  }, 100)
  return () => {
    clearInterval(timer)
    return memoryMb
  }
}

async function openInParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function runNext(): Promise<void> {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
  return results
}

const SCREENS = {
  scoreboard: 'scoreboard/',
  standings: 'standings/',
  summary: 'me/summary/',
  meta: 'meta/',
  snapshot: 'snapshot/',
}
const SEASON_SCREENS = ['standings', 'summary', 'meta', 'snapshot'] as const
/** As in the web app. */
const MAX_JITTER_MS = 2000

type Screen = keyof typeof SCREENS
type Scores = Pick<LiveScores, 'matchups' | 'updated_at'>

/** An open page with the scoreboard of a league. It reacts to events as the web app does. */
interface HerdPage {
  /** The time of the scores that the page shows, and when it showed them, in milliseconds since 1970. */
  shown: () => { updatedAt: number; at: number }
  close: () => void
}

/** The pages' requests, which share connections as the pages of a few browsers do. */
type PageRequests = { count: number; agent: Agent }

function pageRequests(): PageRequests {
  return { count: 0, agent: new Agent({ keepAlive: true, maxSockets: 200 }) }
}

/** Reads the screens of a page, and opens its event stream. Resolves when it is open. */
async function openHerdPage(league: string, cookie: string, requests: PageRequests): Promise<HerdPage> {
  const times = new Map<Screen, string>()
  let shown = { updatedAt: 0, at: 0 }
  let isClosed = false

  function show({ updated_at }: Scores): void {
    shown = { updatedAt: Date.parse(updated_at ?? ''), at: Date.now() }
  }

  async function readScreen(screen: Screen): Promise<void> {
    const body = await getJson<Scores>(`${league}${SCREENS[screen]}`, cookie, requests)
    if (body.updated_at !== undefined) times.set(screen, body.updated_at ?? '')
    if (screen === 'scoreboard') show(body)
  }

  function readLater(screens: readonly Screen[]): void {
    if (screens.length === 0) return
    setTimeout(() => {
      if (!isClosed) for (const screen of screens) void readScreen(screen)
    }, Math.random() * MAX_JITTER_MS)
  }

  function handleScores({ scores }: LeagueEvents['scoreboard']): void {
    if (scores === undefined) {
      readLater(['scoreboard', ...SEASON_SCREENS])
      return
    }
    const { previous_updated_at, updated_at, changed } = scores
    const isOutdated = (screen: Screen, part: LiveScores['changed'][number]) =>
      times.get(screen) !== previous_updated_at || changed.includes(part)
    const outdated: Screen[] = isOutdated('standings', 'season') ? [...SEASON_SCREENS] : []
    if (isOutdated('scoreboard', 'scoreboard')) outdated.push('scoreboard')
    for (const screen of times.keys()) if (!outdated.includes(screen)) times.set(screen, updated_at ?? '')
    show(scores)
    readLater(outdated)
  }

  await Promise.all((Object.keys(SCREENS) as Screen[]).map(readScreen))
  const stream = await openStream(`${league}events/?progress=outcome`, cookie, (block) => {
    const data = /^event: scoreboard\ndata: (.*)$/m.exec(block)?.[1]
    if (data !== undefined) handleScores(JSON.parse(data) as LeagueEvents['scoreboard'])
  })
  return {
    shown: () => shown,
    close() {
      isClosed = true
      stream.destroy()
    },
  }
}

/** Opens an event stream, and passes the text of each event on. Resolves when it is open. */
function openStream(url: string, cookie: string, onEvent: (block: string) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { cookie } })
    request.on('error', reject)
    request.once('response', (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`))
      let buffer = ''
      response.on('error', () => undefined)
      response.setEncoding('utf8').on('data', (chunk: string) => {
        resolve(request)
        buffer += chunk
        const blocks = buffer.split('\n\n')
        buffer = blocks.pop() ?? ''
        for (const block of blocks) onEvent(block)
      })
    })
  })
}

function getJson<Body>(url: string, cookie: string, requests: PageRequests): Promise<Body> {
  requests.count += 1
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'br' }
    const request = get(url, { agent: requests.agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} returned ${response.statusCode}`))
        const body = Buffer.concat(chunks)
        const isEncoded = response.headers['content-encoding'] === 'br'
        resolve(JSON.parse((isEncoded ? brotliDecompressSync(body) : body).toString()) as Body)
      })
    })
    request.on('error', reject)
  })
}
