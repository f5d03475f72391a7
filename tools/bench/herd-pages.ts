import { Agent, type ClientRequest, get } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { LeagueEvents, LiveScores } from '@fieldhouse/contract/live'

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
export interface HerdPage {
  /** The time of the scores that the page shows, and when it showed them, in milliseconds since 1970. */
  shown: () => { updatedAt: number; at: number }
  close: () => void
}

/** The pages' requests, which share connections as the pages of a few browsers do. */
export type PageRequests = { count: number; agent: Agent }

export function pageRequests(): PageRequests {
  return { count: 0, agent: new Agent({ keepAlive: true, maxSockets: 200 }) }
}

/** Reads the screens of a page, and opens its event stream. Resolves when it is open. */
export async function openHerdPage(
  league: string,
  cookie: string,
  requests: PageRequests,
): Promise<HerdPage> {
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
export function openStream(
  url: string,
  cookie: string,
  onEvent: (block: string) => void,
): Promise<ClientRequest> {
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

export function getJson<Body>(url: string, cookie: string, requests: PageRequests): Promise<Body> {
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
