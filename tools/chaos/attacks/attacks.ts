import { setTimeout as sleep } from 'node:timers/promises'
import { LEAGUE_PATH, type League } from '../league.ts'
import type { ExperimentResult } from '../outcome.ts'
import { LEAGUE_NAME } from '../server.ts'
import { largestSeason } from './largest-season.ts'
import { runAttack } from './run-attack.ts'

type SendRequest = () => Promise<{ status: number }>

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
