import { setTimeout as sleep } from 'node:timers/promises'
import { LEAGUE_PATH, type League } from '../league.ts'
import type { ExperimentResult } from '../outcome.ts'
import { LEAGUE_NAME } from '../server.ts'
import { largestSeason } from './largest-season.ts'
import { runAttack } from './run-attack.ts'

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
