import { describe, expect, it } from 'vitest'
import { createSiteClient, fetchEvents, SCOREBOARD_PATH, WEEK_11_QUERY } from '../testing/site-client.ts'

const SUNDAY = new Date('2026-11-22T20:30:00Z')

describe('the scoreboard', () => {
  it('has the same games as the fantasy schedule, with the same IDs, kickoffs and home teams', async () => {
    const fetchPath = await createSiteClient()
    const { settings } = (await fetchPath('/apis/v3/games/ffl/seasons/2026?view=proTeamSchedules_wl')).json()
    const events = await fetchEvents(fetchPath, WEEK_11_QUERY)
    const games = settings.proTeams.flatMap(
      (team: {
        id: number
        proGamesByScoringPeriod: Record<string, { id: number; date: number; homeProTeamId: number }[]>
      }) =>
        (team.proGamesByScoringPeriod['11'] ?? [])
          .filter((game) => game.homeProTeamId === team.id)
          .map((game) => [`${game.id}`, game.date, `${team.id}`]),
    )
    const scoreboardGames = events.map((event) => {
      const home = event.competitions[0].competitors.find(({ homeAway }) => homeAway === 'home')
      return [event.id, Date.parse(event.date), home?.team.id]
    })
    expect(scoreboardGames.sort()).toEqual(games.sort())
    expect(events[0]?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
  })

  it('gives the favorite by the sign of the spread of the home team, or only as text', async () => {
    const fetchPath = await createSiteClient()
    const events = [
      ...(await fetchEvents(fetchPath, WEEK_11_QUERY)),
      ...(await fetchEvents(fetchPath, '?dates=2026&seasontype=2&week=12')),
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

  it('drops the weather at kickoff and the odds at the end of the game', async () => {
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

  it('moves the clocks of games in progress, and tells who has the ball', async () => {
    const clock = { now: SUNDAY }
    const fetchPath = await createSiteClient(SUNDAY, { now: () => clock.now })
    const readClocks = async () =>
      (await fetchEvents(fetchPath, WEEK_11_QUERY))
        .filter(({ status }) => status.type.state === 'in')
        .map(({ id, status, competitions: [{ situation, competitors }] }) => {
          const teams = competitors.map(({ team }) => team.id)
          if (status.type.name !== 'STATUS_HALFTIME') expect(teams).toContain(situation?.possession)
          return [id, status.period * 900 - status.clock]
        })
    const before = new Map((await readClocks()) as [string, number][])
    expect(before.size).toBeGreaterThan(0)
    clock.now = new Date(SUNDAY.getTime() + 10 * 60_000)
    const after = await readClocks()
    expect(after.length).toBeGreaterThan(0)
    for (const [id, elapsed] of after) expect(elapsed).toBeGreaterThan(before.get(`${id}`) ?? Infinity)
  })

  it('has no odds for games more than eight days away', async () => {
    const events = await fetchEvents(await createSiteClient(), '?dates=2026&seasontype=2&week=14')
    expect(events.length).toBeGreaterThan(10)
    expect(events.every(({ competitions }) => competitions[0].odds === undefined)).toBe(true)
  })

  it('lists teams on bye, filters by day, and is empty outside the regular season', async () => {
    const fetchPath = await createSiteClient()
    const { week } = (await fetchPath(`${SCOREBOARD_PATH}?dates=2026&seasontype=2&week=7`)).json()
    expect(week.teamsOnBye).toHaveLength(4)
    expect(
      (await fetchPath(`${SCOREBOARD_PATH}${WEEK_11_QUERY}`)).json().week.teamsOnBye ?? [],
    ).toBeInstanceOf(Array)
    const sunday = await fetchEvents(fetchPath, '?dates=20261122&seasontype=2')
    const week11 = await fetchEvents(fetchPath, WEEK_11_QUERY)
    expect(sunday.length).toBe(week11.length - 2)
    expect(await fetchEvents(fetchPath, '?dates=2026&seasontype=1&week=2')).toEqual([])
    expect(await fetchEvents(fetchPath, '?dates=2031&seasontype=2&week=2')).toEqual([])
  })
})
