import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createLeague, LEAGUE_PATH, type League, SOCIAL_PATH } from '../load.ts'
import { createRequestStats, type ExperimentResult, type Outcome, type RequestStats } from '../outcome.ts'
import { LEAGUE_NAME, startProvider, startServer } from '../server.ts'

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
      const counts: Record<number, number> = {}
      await Promise.all(
        readers.map(async (reader, index) => {
          let next = Math.floor((index * paths.length) / readers.length)
          while (!signal.aborted) {
            next += 1
            const { status } = await reader.request('GET', paths[next % paths.length] ?? '')
            counts[status] = (counts[status] ?? 0) + 1
            await sleep(200)
          }
        }),
      )
      const totals = Object.entries(counts).map(([status, count]) => `${count} × ${status}`)
      return [`reads: ${totals.join(', ')}`]
    },
    { writers: READERS + 2, prepare: uploadLargestSeasons },
  )
}

const LARGEST_SEASONS = [2012, 2013]

async function uploadLargestSeasons({ admin }: League): Promise<void> {
  for (const season of LARGEST_SEASONS) {
    const form = new FormData()
    form.append('files', new Blob([largestSeason(season, LARGEST)]), `${season}.json`)
    await admin.post(`${LEAGUE_PATH}/seasons/upload/`, form)
  }
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

type Attack = { league: League; signal: AbortSignal }

type AttackOptions = {
  writers?: number
  /** Runs before anything is measured. */
  prepare?: (league: League) => Promise<void>
}

const QUIET_MS = 15_000
const ATTACK_MS = 25_000
/** How long the requests of an attack may go on after its end. */
const END_MS = 15_000
const MAX_P99_MS = 300

/**
 * Attacks a server with 512 MB of heap, with its default limits, while a bystander uses it. Passes if the bystander's
 * 99th percentile stays below 300 ms, every request of the bystander succeeds, and the server does not exit.
 * @param attack runs until the signal, and returns what it did
 */
async function runAttack(
  folder: string,
  fault: string,
  attack: (attack: Attack) => Promise<string[]>,
  { writers, prepare = async () => undefined }: AttackOptions = {},
): Promise<Outcome[]> {
  const provider = await startProvider({ pastSeasons: 2 })
  const server = await startServer({
    folder: join(folder, 'data'),
    nodeFlags: ['--max-old-space-size=512'],
    env: { ESPN_BASE_URL: provider.address, TRUST_PROXY: '127.0.0.1' },
  })
  try {
    const league = await createLeague(server.address, {
      espnLeagueId: 4_242_001,
      ...(writers === undefined ? {} : { writers }),
    })
    await league.admin.post('/api/refresh-espn/', { name: LEAGUE_NAME })
    await prepare(league)
    const bystander = startBystander(server.address, league)
    const quietFrom = Date.now()
    await sleep(QUIET_MS)
    const attackFrom = Date.now()
    const aborter = new AbortController()
    const running = attack({ league, signal: aborter.signal })
    await sleep(ATTACK_MS)
    const attackTo = Date.now()
    aborter.abort()
    const notes = await Promise.race([
      running,
      sleep(END_MS).then(() => ['its last requests ended after the measurement']),
    ])
    const started = performance.now()
    const isServing = (await league.admin.request('GET', '/api/whoami/')).status === 200
    const recoveryMs = isServing ? performance.now() - started : null
    await bystander.stop()
    const p99 = {
      quiet: bystander.p99(quietFrom, attackFrom),
      attacked: bystander.p99(attackFrom, attackTo),
    }
    return [
      {
        fault,
        engine: 'SQLite',
        stats: bystander.stats(),
        lost: await findLostComments(league, bystander.acknowledgedComments()),
        recoveryMs,
        p99,
        problems: [
          ...(server.child.hasExited() ? ['the server exited'] : []),
          ...(p99.attacked < MAX_P99_MS ? [] : [`the bystander's p99 was ${Math.round(p99.attacked)} ms`]),
        ],
        notes: [...notes, `the server used at most ${readPeakMemoryMb(server.child.pid)} MB of memory`],
      },
    ]
  } finally {
    await server.child.stop()
    await provider.child.stop()
  }
}

async function findLostComments({ admin, post }: League, acknowledged: readonly string[]) {
  const { comments }: { comments: { body: string }[] } = await admin.get(
    `${SOCIAL_PATH}/posts/${post}/comments/`,
  )
  const stored = new Set(comments.map(({ body }) => body))
  return acknowledged.filter((comment) => !stored.has(comment))
}

function readPeakMemoryMb(pid: number): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** A request of the bystander. The status is 0 without a response; times are in milliseconds since 1970. */
export type BystanderRequest = { startedAt: number; ms: number; status: number; comment: string | null }

function startBystander(address: string, league: League) {
  const members = league.writers.slice(0, 2).map((client) => {
    const cookie = client.cookie()
    const token = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? ''
    return { cookie, token: decodeURIComponent(token) }
  })
  const requests: BystanderRequest[] = []
  const worker = new Worker(new URL('bystander-worker.ts', import.meta.url), {
    workerData: {
      address,
      members,
      reads: [`${LEAGUE_PATH}/standings/`, `${SOCIAL_PATH}/feed/`],
      write: `${SOCIAL_PATH}/posts/${league.post}/comments/`,
    },
  })
  worker.on('message', (request: BystanderRequest) => requests.push(request))
  return {
    /** The 99th percentile of the requests that were sent in this time, those without a response included. */
    p99: (from: number, to: number) => {
      const times = requests
        .filter(({ startedAt }) => startedAt >= from && startedAt < to)
        .map(({ ms }) => ms)
      return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
    },
    acknowledgedComments: () =>
      requests.flatMap(({ comment, status }) => (comment !== null && status === 200 ? [comment] : [])),
    stats: () => toStats(requests),
    stop: () => worker.terminate(),
  }
}

function toStats(requests: readonly BystanderRequest[]): RequestStats {
  const failed = requests.filter(({ status }) => status !== 200)
  return {
    ...createRequestStats(),
    requests: requests.length,
    acknowledged: requests.filter(({ comment, status }) => comment !== null && status === 200).length,
    wrong: failed.map(({ status, ms }) => `a bystander got ${status} after ${Math.round(ms)} ms`),
    slowestMs: Math.max(...requests.map(({ ms }) => ms)),
  }
}

type SeasonShape = { teams: number; weeks: number; players: number; transactions: number }

/** Every player can be started anywhere, which makes the best lineup costly to find. */
const STARTERS = ['QB', 'RB', 'RB', 'WR', 'WR', 'TE', 'FLEX', 'OP', 'D/ST', 'K']

/** A league file with a season in which all teams and all players score the same, so that everybody wins everything. */
function largestSeason(season: number, { teams, weeks, players, transactions }: SeasonShape): string {
  const ids = range(teams)
  const matchups = range(weeks)
  const playerOf = (team: number, index: number) => ({
    player_id: team * 100 + index,
    player: `Player ${team}-${index}`,
    position: 'RB',
    nfl_team: 'KC',
  })
  return JSON.stringify({
    format: 'fieldhouse-league',
    version: 1,
    league: 'Largest',
    seasons: [
      {
        season,
        regular_season_matchups: weeks - 3,
        playoff_teams: 16,
        owners: ids.map((id) => ({ id: `o${id}`, name: `Owner ${id}` })),
        teams: ids.map((id) => ({ id, name: `Team ${id}`, owners: [`o${id}`] })),
        games: matchups.flatMap((matchup) =>
          range(teams / 2).map((pair) => ({
            matchup,
            home: { team: pair, points: 100 },
            away: { team: teams + 1 - pair, points: 100 },
          })),
        ),
        lineups: matchups.map((week) => ({
          week,
          teams: ids.map((team) => ({
            team,
            points: 100,
            projected: 90,
            players: range(players).map((index) => ({
              slot: STARTERS[index - 1] ?? 'Bench',
              ...playerOf(team, index),
              points: 10,
              projected: 9,
              eligible: ['QB', 'RB', 'WR', 'TE', 'FLEX', 'OP', 'D/ST', 'K', 'Bench'],
            })),
          })),
        })),
        draft: {
          kind: 'snake',
          picks: range(players).flatMap((round) =>
            ids.map((team) => ({
              overall: (round - 1) * teams + team,
              round,
              in_round: Math.min(team, 99),
              team,
              ...playerOf(team, round),
            })),
          ),
        },
        transactions: range(transactions).map((index) => ({
          week: 1 + (index % weeks),
          kind: 'waiver',
          team: 1 + (index % teams),
          proposed_at: '2012-09-12T08:00:00Z',
          decided_at: '2012-09-12T08:00:00Z',
          moves: [{ ...playerOf(1 + (index % teams), 1 + (index % players)), to_team: 1 + (index % teams) }],
        })),
      },
    ],
  })
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
