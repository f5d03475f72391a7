import type { asker } from './ask-for-tests.ts'

type Ask = Awaited<ReturnType<typeof asker>>

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

export const SCOREBOARD = '/apis/site/v2/sports/football/nfl/scoreboard'

export async function eventsOf(ask: Ask, query: string): Promise<Event[]> {
  const { events } = (await ask(`${SCOREBOARD}${query}`)).json() as { events: Event[] }
  return events
}
export const WEEK_11 = '?dates=2026&seasontype=2&week=11'
