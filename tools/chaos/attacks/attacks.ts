import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../bench/client.ts'
import { LEAGUE_PATH, type League, SOCIAL_PATH } from '../league.ts'
import type { ExperimentResult } from '../outcome.ts'
import { LEAGUE_NAME, listenSilently } from '../server.ts'
import { BOMBS } from './bombs.ts'
import { largestSeason } from './largest-season.ts'
import { type Attack, runAttack } from './run-attack.ts'

/** So that the limits of the attackers' address are not those of the checks after the attack. */
const ELSEWHERE = 'X-Forwarded-For: 203.0.113.9\r\n'

type SendRequest = () => Promise<{ status: number }>

export async function parserExperiment(folder: string): Promise<ExperimentResult[]> {
  const season = BOMBS.season()
  const emptyLists = BOMBS.emptyLists()
  const rows = BOMBS.rows()
  const picture = BOMBS.picture()
  const hugePicture = BOMBS.hugePicture()
  const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)
  return runAttack(folder, 'parser bombs', async ({ league, signal }) => {
    const { admin } = league
    const [, , first, second] = league.writers
    const post = (client: Client | undefined, path: string, body: () => unknown) =>
      repeat(() => client?.request('POST', path, body()) ?? Promise.resolve({ status: 0 }), signal)
    const cookies = {
      start: 2025,
      end: 2026,
      password: 'unknown',
      cookie_header: `SWID=a espn_s2=b${' '.repeat(19_900)}x`,
    }
    return countResponses({
      'season uploads': post(admin, `${LEAGUE_PATH}/seasons/upload/`, () =>
        fileForm('files', '2012.json', season),
      ),
      'archives of empty lists': post(admin, '/api/import-league/', () =>
        fileForm('file', 'a.zip', emptyLists),
      ),
      'archives of many rows': post(admin, '/api/import-league/', () => fileForm('file', 'a.zip', rows)),
      'cookie texts': post(admin, `${LEAGUE_PATH}/history/backfill-admin/`, () => cookies),
      'deep bodies': post(first, `${SOCIAL_PATH}/posts/`, () => ({ content: deep })),
      'deep sign-ins': post(second, '/api/login/', () => ({ username: deep })),
      'large pictures': post(first, `${SOCIAL_PATH}/media/`, () => fileForm('files', 'a.png', picture)),
      'false pictures': post(second, `${SOCIAL_PATH}/media/`, () => fileForm('files', 'a.png', hugePicture)),
    })
  })
}

/** 400 clients that ask for large pictures and read nothing, and 200 that send a body one byte at a time. */
export async function stalledReaderExperiment(folder: string): Promise<ExperimentResult[]> {
  return runAttack(folder, 'stalled readers', async ({ league, server, signal }) => {
    const cookie = league.writers[2]?.cookie() ?? ''
    const head = (line: string, more = '') =>
      `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n${ELSEWHERE}${more}\r\n`
    const token = decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '')
    const { items } = await league.admin.post(
      `${SOCIAL_PATH}/media/`,
      fileForm('files', 'noise.png', BOMBS.noise()),
    )
    const read = head(`GET ${items[0].url}`).repeat(2)
    const upload = head(
      `POST ${SOCIAL_PATH}/media/`,
      `X-CSRFToken: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n`,
    )
    const readers = await openSockets(server.address, 400, (socket) => {
      socket.pause()
      socket.write(read)
    })
    const writers = await openSockets(server.address, 200, (socket) => {
      socket.write(upload)
      const timer = setInterval(() => socket.write('x'), 1000)
      socket.once('close', () => clearInterval(timer))
    })
    return holdSockets([...readers, ...writers], signal)
  })
}

export async function exportExperiment(folder: string): Promise<ExperimentResult[]> {
  return runAttack(folder, 'export storm', async ({ league, signal }) => {
    const others = league.writers.slice(2, 4)
    for (const { name } of others)
      await league.admin.post('/api/assign-user/', {
        username: name,
        league: LEAGUE_NAME,
        role: 'admin',
      })
    const loops = [league.admin, ...others].flatMap((client) =>
      Array.from({ length: 8 }, () => repeat(() => client.request('GET', `${LEAGUE_PATH}/export/`), signal)),
    )
    return countResponses({ exports: sumOf(loops) })
  })
}

const READERS = 20
/** Of the largest season: the limits of league files, and as many players as a week may have. */
const LARGEST = { teams: 100, weeks: 18, players: 30, transactions: 20_000 }

/** Twenty members who read every screen of the two largest seasons that the limits admit. */
export async function largestLeagueExperiment(folder: string): Promise<ExperimentResult[]> {
  return runAttack(
    folder,
    'the largest league',
    async ({ league, signal }) => {
      const reference: Reference = await league.admin.get('/api/docs/json')
      const paths = LARGEST_SEASONS.flatMap((season) => readPaths(reference, season))
      const readers = league.writers.slice(2)
      const loops = readers.map((reader, index) => {
        let next = Math.floor((index * paths.length) / readers.length)
        return repeat(() => {
          next += 1
          return reader.request('GET', paths[next % paths.length] ?? '')
        }, signal)
      })
      return countResponses({ reads: sumOf(loops) })
    },
    { writers: READERS + 2, prepare: uploadLargestSeasons },
  )
}

const LARGEST_SEASONS = [2012, 2013]

async function uploadLargestSeasons({ admin }: League): Promise<void> {
  for (const season of LARGEST_SEASONS)
    await admin.post(
      `${LEAGUE_PATH}/seasons/upload/`,
      fileForm('files', `${season}.json`, largestSeason(season, LARGEST)),
    )
}

type Reference = {
  paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>
}

function readPaths({ paths }: Reference, season: number): string[] {
  const values: Record<string, string> = {
    league: LEAGUE_NAME,
    season: String(season),
    week: '15',
    game: '701',
  }
  const found = Object.entries(paths).flatMap(([template, { get }]) => {
    if (get === undefined || !template.includes('{league}') || template.endsWith('/events/')) return []
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '5')
    const fields = (get.parameters ?? []).flatMap((each) => (each.in === 'query' ? [each.name] : []))
    const query = new URLSearchParams()
    if (fields.includes('season')) query.set('season', String(season))
    if (fields.includes('week')) query.set('week', '15')
    if (fields.includes('formula')) query.set('formula', 'composite')
    return [`${path}?${query}`]
  })
  return [...found, `${LEAGUE_PATH}/insights/season-cards/?season=${season}&team_id=5`]
}

/** Everything that sends requests to other servers, which accept them and do not respond. */
export async function providerFloodExperiment(folder: string): Promise<ExperimentResult[]> {
  const silent = await listenSilently(0)
  const { port } = silent.address() as { port: number }
  const env = { SOURCES_OFF: 'odds,weather,sheets', NEWS_BASE_URL: `http://127.0.0.1:${port}` }
  try {
    return await runAttack(folder, 'outside-call flood', floodOutsideCalls, { env })
  } finally {
    silent.close()
  }
}

async function floodOutsideCalls({ league, provider, signal }: Attack): Promise<string[]> {
  await fetch(`${provider}/__faults`, { method: 'PUT', body: JSON.stringify({ path: '/', hang: true }) })
  const { admin, writers } = league
  let player = 0
  const newsPath = () => {
    player += 1
    return `/api/player-news/?players=Player%20${player}`
  }
  const trial = { swid: '{11111111-2222-3333-4444-555555555555}', s2: 'x'.repeat(200) }
  const times = (count: number, send: SendRequest) =>
    sumOf(Array.from({ length: count }, () => repeat(send, signal)))
  return countResponses({
    'player news': sumOf(writers.slice(2).map((writer) => times(3, () => writer.request('GET', newsPath())))),
    refreshes: times(4, () => admin.request('POST', '/api/refresh-espn/', { name: LEAGUE_NAME })),
    'cookie trials': times(4, () => admin.request('POST', `${LEAGUE_PATH}/espn-credentials/`, trial)),
  })
}

const CONNECTIONS = 5000

/** 5,000 connections at once: half of them are used now and then, the others send an incomplete request or nothing. */
export async function connectionExperiment(folder: string): Promise<ExperimentResult[]> {
  return runAttack(folder, '5,000 connections', async ({ server, signal }) => {
    const use = await openSockets(server.address, CONNECTIONS / 2, (socket) => {
      socket.resume()
      const ask = () => socket.write(`GET /api/whoami/ HTTP/1.1\r\nHost: 127.0.0.1\r\n${ELSEWHERE}\r\n`)
      ask()
      const timer = setInterval(ask, 10_000)
      socket.once('close', () => clearInterval(timer))
    })
    const slow = await openSockets(server.address, CONNECTIONS / 4, (socket) => {
      socket.write('GET /api/whoami/ HTTP/1.1\r\n')
      const timer = setInterval(() => socket.write('X-More: 1\r\n'), 5000)
      socket.once('close', () => clearInterval(timer))
    })
    const silent = await openSockets(server.address, CONNECTIONS / 4, () => undefined)
    return holdSockets([...use, ...slow, ...silent], signal)
  })
}

/** Opens connections in groups of 100, as the queue of the system allows. */
async function openSockets(address: string, count: number, use: (socket: Socket) => void): Promise<Socket[]> {
  const { hostname, port } = new URL(address)
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const group = Array.from({ length: Math.min(100, count - sockets.length) }, () =>
      connect(Number(port), hostname),
    )
    for (const socket of group) socket.on('error', () => undefined)
    await Promise.all(group.map((socket) => once(socket, 'connect')))
    group.forEach(use)
    sockets.push(...group)
  }
  return sockets
}

async function holdSockets(sockets: readonly Socket[], signal: AbortSignal): Promise<string[]> {
  while (!signal.aborted) await sleep(100)
  const open = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
  for (const socket of sockets) socket.destroy()
  return [`${sockets.length} connections were opened, and ${open} were still open at the end`]
}

type Counts = Map<number, number>

async function repeat(send: SendRequest, signal: AbortSignal): Promise<Counts> {
  const counts: Counts = new Map()
  while (!signal.aborted) {
    const { status } = await send()
    counts.set(status, (counts.get(status) ?? 0) + 1)
    await sleep(200)
  }
  return counts
}

async function sumOf(loops: readonly Promise<Counts>[]): Promise<Counts> {
  const sum: Counts = new Map()
  for (const counts of await Promise.all(loops))
    for (const [status, count] of counts) sum.set(status, (sum.get(status) ?? 0) + count)
  return sum
}

async function countResponses(attacks: Record<string, Promise<Counts>>): Promise<string[]> {
  return Promise.all(
    Object.entries(attacks).map(async ([name, counts]) => {
      const byStatus = [...(await counts)].toSorted(([a], [b]) => a - b)
      return `${name}: ${byStatus.map(([status, count]) => `${count} × ${status}`).join(', ')}`
    }),
  )
}

function fileForm(field: string, name: string, content: string | Buffer<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append(field, new Blob([content]), name)
  return form
}
