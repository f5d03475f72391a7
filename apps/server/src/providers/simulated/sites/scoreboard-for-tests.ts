import type { createSiteClient } from './site-client-for-tests.ts'

type SiteClient = Awaited<ReturnType<typeof createSiteClient>>

type Event = {
  id: string
  date: string
  weather?: { temperature: number }
  status: { type: { state: string } }
  competitions: [
    {
      venue: { id: string; indoor: boolean }
      competitors: { homeAway: string; score: string; team: { id: string; abbreviation: string } }[]
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
