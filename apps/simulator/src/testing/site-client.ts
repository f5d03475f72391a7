import { onTestFinished } from 'vitest'
import { type SimulatedProviderOptions, startSimulatedProvider } from '../simulated-provider.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses are read without a schema
type Json = any

export const SATURDAY = new Date('2026-11-21T12:00:00Z')

/**
 * Starts a provider for the current test and returns a function that fetches a path, without following
 * redirects.
 */
export async function createSiteClient(now = SATURDAY, options: Partial<SimulatedProviderOptions> = {}) {
  const provider = await startSimulatedProvider({ seed: 'harbor', now: () => now, ...options })
  onTestFinished(() => provider.close())
  return async (path: string) => {
    const response = await fetch(provider.url + path, { redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: (): Json => JSON.parse(text) }
  }
}

type SiteClient = Awaited<ReturnType<typeof createSiteClient>>

type Event = {
  id: string
  date: string
  weather?: { temperature: number }
  status: { type: { state: string; name: string }; period: number; clock: number }
  competitions: [
    {
      venue: { id: string; indoor: boolean }
      competitors: { homeAway: string; score: string; team: { id: string; abbreviation: string } }[]
      situation?: { possession?: string; isRedZone?: boolean }
      odds?: { details: string; overUnder: number; spread?: number }[]
    },
  ]
}

export const SCOREBOARD_PATH = '/apis/site/v2/sports/football/nfl/scoreboard'

export async function fetchEvents(fetchPath: SiteClient, query: string): Promise<Event[]> {
  const { events } = (await fetchPath(`${SCOREBOARD_PATH}${query}`)).json() as { events: Event[] }
  return events
}

export const WEEK_11_QUERY = '?dates=2026&seasontype=2&week=11'
