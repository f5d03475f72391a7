import { describe, expect, it } from 'vitest'
import { fetchEvents, SCOREBOARD_PATH, WEEK_11_QUERY } from './scoreboard-for-tests.ts'
import { createSiteClient } from './site-client-for-tests.ts'

const SUNDAY = new Date('2026-11-22T20:30:00Z')

describe('the scoreboard', () => {
  it('has the games of the fantasy schedule: same numbers, kickoffs and sides', async () => {
    const ask = await createSiteClient()
    const { settings } = (await ask('/apis/v3/games/ffl/seasons/2026?view=proTeamSchedules_wl')).json()
    const events = await fetchEvents(ask, WEEK_11_QUERY)
    const games = settings.proTeams.flatMap(
      (team: {
        id: number
        proGamesByScoringPeriod: Record<string, { id: number; date: number; homeProTeamId: number }[]>
      }) =>
        (team.proGamesByScoringPeriod['11'] ?? [])
          .filter((game) => game.homeProTeamId === team.id)
          .map((game) => [`${game.id}`, game.date, `${team.id}`]),
    )
    const shown = events.map((event) => {
      const home = event.competitions[0].competitors.find(({ homeAway }) => homeAway === 'home')
      return [event.id, Date.parse(event.date), home?.team.id]
    })
    expect(shown.sort()).toEqual(games.sort())
    expect(events[0]?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
  })

  it('names the favourite by the sign of the home team’s spread, and sometimes in words only', async () => {
    const ask = await createSiteClient()
    const events = [
      ...(await fetchEvents(ask, WEEK_11_QUERY)),
      ...(await fetchEvents(ask, '?dates=2026&seasontype=2&week=12')),
    ]
    const lines = events.flatMap(({ competitions: [{ odds, competitors }] }) => {
      const [line] = odds ?? []
      return line === undefined ? [] : [{ line, competitors }]
    })
    expect(lines.length).toBeGreaterThan(10)
    for (const { line, competitors } of lines) {
      const side = competitors.find(({ team }) => line.details.startsWith(`${team.abbreviation} -`))
      if (line.details === 'EVEN') continue
      expect(side).toBeDefined()
      if (line.spread !== undefined) expect(line.spread < 0).toBe(side?.homeAway === 'home')
    }
    expect(lines.some(({ line }) => line.spread !== undefined)).toBe(true)
  })

  it('goes from before to live to final; weather goes at kickoff, odds at the end', async () => {
    const events = await fetchEvents(await createSiteClient(SUNDAY), WEEK_11_QUERY)
    const states = new Set(events.map((event) => event.status.type.state))
    expect(states).toEqual(new Set(['pre', 'in', 'post']))
    for (const { weather, status, competitions } of events) {
      const { state } = status.type
      expect([state, weather !== undefined]).toEqual([state, state === 'pre'])
      expect([state, competitions[0].odds !== undefined]).toEqual([state, state !== 'post'])
      if (state === 'pre') expect(competitions[0].competitors.map(({ score }) => score)).toEqual(['0', '0'])
    }
  })

  it('has no line yet for games that are far away', async () => {
    const events = await fetchEvents(await createSiteClient(), '?dates=2026&seasontype=2&week=14')
    expect(events.length).toBeGreaterThan(10)
    expect(events.every(({ competitions }) => competitions[0].odds === undefined)).toBe(true)
  })

  it('lists who has a bye, answers one day, and is empty outside the regular season', async () => {
    const ask = await createSiteClient()
    const { week } = (await ask(`${SCOREBOARD_PATH}?dates=2026&seasontype=2&week=7`)).json()
    expect(week.teamsOnBye).toHaveLength(4)
    expect((await ask(`${SCOREBOARD_PATH}${WEEK_11_QUERY}`)).json().week.teamsOnBye ?? []).toBeInstanceOf(
      Array,
    )
    const sunday = await fetchEvents(ask, '?dates=20261122&seasontype=2')
    const week11 = await fetchEvents(ask, WEEK_11_QUERY)
    expect(sunday.length).toBe(week11.length - 2)
    expect(await fetchEvents(ask, '?dates=2026&seasontype=1&week=2')).toEqual([])
    expect(await fetchEvents(ask, '?dates=2031&seasontype=2&week=2')).toEqual([])
  })
})
