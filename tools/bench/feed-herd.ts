import { setTimeout as sleep } from 'node:timers/promises'
import { measureEachEngine } from './baselines.ts'
import type { Client } from './client.ts'
import { HERD_LEAGUE, openPages, sampleMemory, signUpFans } from './herd-fans.ts'
import { getJson, openStream, type PageRequests, pageRequests } from './herd-pages.ts'
import { createLeague, type startProgramInFolder } from './program.ts'
import { rounded, table } from './table.ts'

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
const TIMEOUT_MS = 120_000

type Server = Awaited<ReturnType<typeof startProgramInFolder>>
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
    if (performance.now() - started > TIMEOUT_MS) throw new Error('not all pages have received the changes')
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
