import type { RequestListener } from 'node:http'
import { startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { describe, expect, it } from 'vitest'
import { HAS_SAMPLES, readSample, SAMPLES_SKIP_REASON } from '../testing/samples.ts'
import { createNflProvider } from './nfl-provider.ts'
import { closedPortUrl, respondInSequence, respondWith, startFakeServer } from './testing/fake-server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const AGENT = 'Tests/1.0 (+https://tests.example)'
const HTML = respondWith(403, '<html>Access Denied</html>', { 'content-type': 'text/html' })

function createProvider(url: string, fallbackUrl: string | null = null) {
  return createNflProvider({
    fantasyUrl: url,
    siteUrl: url,
    fallbackUrl,
    userAgent: AGENT,
    now: () => NOW,
    sleep: async () => undefined,
    random: () => 0.5,
  })
}

/** One fake server for ESPN's fantasy API and site, and optionally a second one as the fallback site. */
async function startNflProvider(handler: RequestListener, fallbackHandler?: RequestListener) {
  const server = await startFakeServer(handler)
  const fallback = fallbackHandler === undefined ? null : await startFakeServer(fallbackHandler)
  return {
    nfl: createProvider(server.baseUrl, fallback?.baseUrl),
    requestedUrls: () => server.requests.map(({ url }) => url),
    fallbackRequestCount: () => fallback?.requests.length,
  }
}

const week = (season: number, number: number, isRunning = false) => ({ season, week: number, isRunning })

// biome-ignore lint/suspicious/noExplicitAny: tests change arbitrary fields of a body
type Json = any

function buildTeam(id: string, homeAway: string) {
  return { homeAway, team: { id } }
}

function buildEvent(fields: Json = {}, competition: Json = {}) {
  return {
    id: '401',
    date: '2026-11-22T18:00Z',
    status: { type: { name: 'STATUS_SCHEDULED', state: 'pre' } },
    competitions: [{ competitors: [buildTeam('9', 'home'), buildTeam('3', 'away')], ...competition }],
    ...fields,
  }
}

function buildScoreboard(events: Json[], fields: Json = {}) {
  return { season: { type: 2, year: 2026 }, week: { number: 11 }, events, ...fields }
}

async function readBoard(body: unknown) {
  const { nfl } = await startNflProvider(respondInSequence(respondWith(200, JSON.stringify(body))))
  return nfl.readScoreboard(week(2026, 11))
}

describe('readSchedule', () => {
  const team = (id: number, games: Json, byeWeek = 7) => ({ id, byeWeek, proGamesByScoringPeriod: games })
  const game = { id: 401, homeProTeamId: 9, awayProTeamId: 3, date: Date.UTC(2026, 10, 22, 18) }
  const startWithTeams = (proTeams: Json[]) =>
    startNflProvider(respondInSequence(respondWith(200, JSON.stringify({ settings: { proTeams } }))))

  it('returns each game once although both teams list it, and the bye weeks', async () => {
    const teams = [team(9, { 11: [game] }), team(3, { 11: [game] }), team(0, {}, 0), { id: 12, byeWeek: 0 }]
    const { nfl, requestedUrls } = await startWithTeams(teams)
    expect(await nfl.readSchedule({ season: 2026 })).toEqual({
      season: 2026,
      games: [
        {
          gameId: 401,
          season: 2026,
          week: 11,
          homeTeamId: 9,
          awayTeamId: 3,
          kickoff: new Date('2026-11-22T18:00:00Z'),
          isTimeSet: true,
          state: 'pre',
        },
      ],
      byes: [
        { teamId: 9, week: 7 },
        { teamId: 3, week: 7 },
      ],
    })
    expect(requestedUrls()).toEqual(['/ffl/apis/v3/games/ffl/seasons/2026?view=proTeamSchedules_wl'])
  })

  it('skips games with an unknown team, year or week', async () => {
    const invalidGames = [
      { ...game, id: 402, awayProTeamId: 0 },
      { ...game, id: 403, date: Date.UTC(2031, 1, 1) },
      { ...game, id: 'x' },
    ]
    const { nfl } = await startWithTeams([
      team(9, { 11: [game, ...invalidGames], 0: [{ ...game, id: 405 }], x: [{ ...game, id: 406 }] }),
    ])
    const schedule = await nfl.readSchedule({ season: 2026 })
    expect(schedule?.games.map(({ gameId }) => gameId)).toEqual([401])
  })

  it.each([
    ['an empty body', {}, 'unexpected_shape'],
    ['a schedule without games', { settings: { proTeams: [team(9, {})] } }, 'unexpected_shape'],
    ['an array', [], 'unexpected_shape'],
  ])('throws a ProviderError for %s', async (_, body, failure) => {
    const { nfl } = await startNflProvider(respondInSequence(respondWith(200, JSON.stringify(body))))
    await expect(nfl.readSchedule({ season: 2026 })).rejects.toMatchObject({ failure })
  })

  it('returns null for a missing season and throws when the connection is refused', async () => {
    const { nfl } = await startNflProvider(respondInSequence(respondWith(404)))
    expect(await nfl.readSchedule({ season: 2030 })).toBeNull()
    const unreachableNfl = createProvider(await closedPortUrl())
    await expect(unreachableNfl.readSchedule({ season: 2026 })).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })
})

describe('readScoreboard', () => {
  it('requests the scoreboard by year, season type and week', async () => {
    const { nfl, requestedUrls } = await startNflProvider(
      respondInSequence(respondWith(200, JSON.stringify(buildScoreboard([])))),
    )
    expect(await nfl.readScoreboard(week(2026, 11))).toEqual({ season: 2026, week: 11, games: [], byes: [] })
    expect(requestedUrls()).toEqual([
      '/ffl/apis/site/v2/sports/football/nfl/scoreboard?dates=2026&seasontype=2&week=11',
    ])
  })

  it.each([
    ['another week', { week: { number: 12 } }],
    ['a preseason week', { season: { type: 1, year: 2026 } }],
    ['another year', { season: { type: 2, year: 2025 } }],
  ])('rejects the scoreboard of %s', async (_, fields) => {
    await expect(readBoard(buildScoreboard([buildEvent()], fields))).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })

  it.each([
    ['STATUS_IN_PROGRESS', 'in', 'in'],
    ['STATUS_FINAL', 'post', 'post'],
    ['STATUS_POSTPONED', 'post', 'off'],
    ['STATUS_CANCELED', 'post', 'off'],
    [undefined, 'pre', 'pre'],
  ])('maps status %s with state %s to %s', async (name, state, expected) => {
    const board = await readBoard(buildScoreboard([buildEvent({ status: { type: { name, state } } })]))
    expect(board?.games[0]?.state).toBe(expected)
  })

  const playing = (period: number, clock: number, name = 'STATUS_IN_PROGRESS') => ({
    status: { period, clock, type: { name, state: 'in' } },
  })
  const NOTHING = {
    period: null,
    clockSeconds: null,
    score: null,
    hold: null,
    ballTeamId: null,
    isRedZone: false,
  }
  const score = { home: 17, away: 10 }

  it.each<[string, Json, Json, object]>([
    ['in a quarter', playing(3, 252), {}, { ...NOTHING, period: 3, clockSeconds: 252, score }],
    ['in overtime', playing(5, 480.4), {}, { ...NOTHING, period: 5, clockSeconds: 481, score }],
    [
      'at halftime',
      playing(2, 0, 'STATUS_HALFTIME'),
      {},
      { ...NOTHING, period: 2, clockSeconds: 0, score, hold: 'halftime' },
    ],
    [
      'in a delay',
      playing(1, 100, 'STATUS_RAIN_DELAY'),
      {},
      { ...NOTHING, period: 1, clockSeconds: 100, score, hold: 'delayed' },
    ],
    [
      'in the red zone',
      playing(4, 61),
      { situation: { possession: '3', isRedZone: true, lastPlay: {} } },
      { ...NOTHING, period: 4, clockSeconds: 61, score, ballTeamId: 3, isRedZone: true },
    ],
    [
      'with an invalid clock, score and situation',
      playing(-1, 9999),
      { situation: 'x', competitors: [buildTeam('9', 'home'), { ...buildTeam('3', 'away'), score: '-' }] },
      NOTHING,
    ],
    ['before kickoff', { status: { period: 0, clock: 0, type: { state: 'pre' } } }, {}, NOTHING],
    [
      'after a cancellation',
      { status: { type: { name: 'STATUS_CANCELED', state: 'post' } } },
      {},
      { ...NOTHING, score, hold: 'canceled' },
    ],
  ])('reads how far a game is %s', async (_, fields, competition, progress) => {
    const competitors = [
      { ...buildTeam('9', 'home'), score: '17' },
      { ...buildTeam('3', 'away'), score: '10' },
    ]
    const board = await readBoard(buildScoreboard([buildEvent(fields, { competitors, ...competition })]))
    expect(board?.games[0]?.progress).toEqual(progress)
  })

  it.each([
    ['is invalid', { timeValid: false }],
    ['may be flexed', { timeValid: true, status: { isTBDFlex: true } }],
  ])('marks the kickoff time as not set when it %s', async (_, competition) => {
    expect((await readBoard(buildScoreboard([buildEvent({}, competition)])))?.games[0]?.isTimeSet).toBe(false)
  })

  it('skips invalid games, but throws when all games are invalid', async () => {
    const invalidEvents = [
      null,
      7,
      buildEvent({ id: 'x' }),
      buildEvent({ date: 'soon' }),
      buildEvent({}, { competitors: [] }),
    ]
    const board = await readBoard(buildScoreboard([buildEvent(), ...invalidEvents]))
    expect(board?.games.map(({ gameId }) => gameId)).toEqual([401])
    await expect(readBoard(buildScoreboard(invalidEvents))).rejects.toMatchObject({
      failure: 'unexpected_shape',
    })
  })

  it.each<[string, Json, object | null]>([
    ['a number', [{ spread: -3.5, overUnder: 44.5 }], { spread: -3.5, total: 44.5 }],
    ['details for the home team', [{ details: 'GB -7.5' }], { spread: -7.5, total: null }],
    ['details for the away team', [{ details: 'CHI -7.5', overUnder: 40 }], { spread: 7.5, total: 40 }],
    ['details for another team', [{ details: 'DAL -7.5', overUnder: 40 }], { spread: null, total: 40 }],
    ['EVEN', [{ details: 'EVEN' }], { spread: 0, total: null }],
    [
      'a spread with the wrong sign',
      [{ spread: -3, homeTeamOdds: { favorite: false }, awayTeamOdds: { favorite: true } }],
      { spread: 3 },
    ],
    ['Off', [{ details: 'Off' }], null],
    ['implausible numbers', [{ spread: 400, overUnder: -2 }], null],
    ['null', [null], null],
    ['an empty list', [], null],
    ['null, then a number', [null, { spread: 1 }], { spread: 1 }],
    ['live odds', [{ provider: { name: 'A Book - Live Odds' }, spread: 20 }], null],
    [
      'several bookmakers',
      [
        { provider: { name: 'Second', priority: 2 }, spread: 1 },
        { provider: { name: 'First', priority: 1 }, spread: 2 },
      ],
      { spread: 2, bookmaker: 'First' },
    ],
  ])('derives the line from %s', async (_, odds, line) => {
    const [game] = (await readBoard(buildScoreboard([buildEvent({}, { odds })])))?.games ?? []
    if (line === null) expect(game?.line).toBeNull()
    else expect(game?.line).toMatchObject(line)
  })
})

describe('readScoreboard after a refusal', () => {
  const board = respondWith(200, JSON.stringify(buildScoreboard([buildEvent()])))

  it('requests the fallback site once', async () => {
    const { nfl, requestedUrls, fallbackRequestCount } = await startNflProvider(
      respondInSequence(HTML),
      respondInSequence(board),
    )
    expect((await nfl.readScoreboard(week(2026, 11)))?.games).toHaveLength(1)
    expect([requestedUrls().length, fallbackRequestCount()]).toEqual([1, 1])
  })

  it('requests the scoreboard without a query during the current week', async () => {
    const { nfl, requestedUrls } = await startNflProvider((request, response) =>
      (request.url?.includes('?') === true ? HTML : board)(response),
    )
    await expect(nfl.readScoreboard(week(2026, 11))).rejects.toMatchObject({ failure: 'refused' })
    expect((await nfl.readScoreboard(week(2026, 11, true)))?.games).toHaveLength(1)
    expect(requestedUrls().at(-1)).not.toContain('?')
    await expect(nfl.readScoreboard(week(2026, 12, true))).rejects.toMatchObject({ failure: 'refused' })
  })

  it.each([
    ['a web page', respondWith(200, '<html>', { 'content-type': 'text/html' }), 'not_json', 1],
    ['truncated JSON', respondWith(200, '{"season":'), 'not_json', 1],
    ['an empty body', respondWith(200, ''), 'not_json', 1],
    ['a server error', respondWith(503), 'unavailable', 3],
    ['rate limiting', respondWith(429), 'busy', 3],
  ])('does not request the fallback site after %s', async (_, step, failure, attempts) => {
    const { nfl, requestedUrls, fallbackRequestCount } = await startNflProvider(
      respondInSequence(step),
      respondInSequence(board),
    )
    await expect(nfl.readScoreboard(week(2026, 11))).rejects.toMatchObject({ failure })
    expect([requestedUrls().length, fallbackRequestCount()]).toEqual([attempts, 0])
  })
})

describe('createNflProvider', () => {
  it('reads the same games from the simulated schedule and scoreboards, with lines for upcoming games', async () => {
    const simulated = await startSimulatedProvider({ seed: 'harbor', now: () => NOW })
    try {
      const nfl = createNflProvider({
        fantasyUrl: simulated.url,
        siteUrl: simulated.url,
        userAgent: AGENT,
      })
      const schedule = await nfl.readSchedule({ season: 2026 })
      expect([schedule?.games.length, schedule?.byes.length]).toEqual([272, 32])
      const board = await nfl.readScoreboard(week(2026, 11))
      const scheduled = schedule?.games.filter((game) => game.week === 11) ?? []
      expect(board?.games).toHaveLength(scheduled.length)
      for (const game of scheduled)
        expect(board?.games).toContainEqual(
          expect.objectContaining({ gameId: game.gameId, kickoff: game.kickoff }),
        )
      const upcoming = board?.games.filter(({ state }) => state === 'pre') ?? []
      expect(upcoming.length).toBeGreaterThan(10)
      for (const { line } of upcoming)
        expect([typeof line?.spread, typeof line?.total]).toEqual(['number', 'number'])
    } finally {
      await simulated.close()
    }
  })
})

if (!HAS_SAMPLES) it.skip(SAMPLES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SAMPLES)('recorded NFL responses', () => {
  const readSampleBoard = async (sample: string, season: number, number: number) => {
    const { nfl } = await startNflProvider(respondInSequence(respondWith(200, readSample(sample))))
    return nfl.readScoreboard(week(season, number))
  }

  it('of finished games have venues but no lines', async () => {
    const board = await readSampleBoard('espn-scoreboard-2025-w06-final-no-odds.json', 2025, 6)
    const { events } = JSON.parse(readSample('espn-scoreboard-2025-w06-final-no-odds.json'))
    expect(board?.byes.map(({ teamId }) => teamId)).toEqual([16, 34])
    expect(
      board?.games.map(({ gameId, venueId, isNeutral, state, line }) => [
        gameId,
        venueId,
        isNeutral,
        state,
        line,
      ]),
    ).toEqual(
      events.map(({ id, competitions: [{ venue, neutralSite }] }: Json) => [
        Number(id),
        Number(venue.id),
        neutralSite,
        'post',
        null,
      ]),
    )
    expect(board?.games[1]).toMatchObject({
      progress: { period: 4, score: { home: expect.any(Number), away: expect.any(Number) }, hold: null },
      homeTeamId: 20,
      awayTeamId: 7,
      kickoff: new Date('2025-10-12T13:30:00Z'),
      venueName: 'Tottenham Hotspur Stadium',
    })
  })

  it('of upcoming games have lines in the details text', async () => {
    const board = await readSampleBoard('espn-scoreboard-2023-w05-upcoming-weather-odds.json', 2023, 5)
    // WSH -5.5, BUF -5.5 and ATL -2.0 are home teams; PHI -4.5 is an away team.
    expect(board?.games.map(({ homeTeamId, line }) => [homeTeamId, line?.spread, line?.total])).toEqual([
      [28, -5.5, 44.5],
      [2, -5.5, 49],
      [1, -2, 41.5],
      [14, 4.5, 50.5],
    ])
    expect(board?.games.map(({ isIndoor }) => isIndoor)).toEqual([false, false, true, true])
  })

  it('of a preseason week are rejected as the wrong week', async () => {
    await expect(
      readSampleBoard('espn-scoreboard-2026-upcoming-with-odds.json', 2026, 1),
    ).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })

  it('with a numeric spread give the spread of the home team', async () => {
    const body = JSON.parse(readSample('espn-scoreboard-2026-upcoming-with-odds.json'))
    body.season.type = 2
    const board = await readBoard({ ...body, week: { number: 11 } })
    expect(board?.games).toMatchObject([
      { homeTeamId: 22, awayTeamId: 29, line: { spread: 1.5, total: 36.5, bookmaker: 'DraftKings' } },
    ])
  })

  it('of a schedule contain the games that teams list, and unset kickoff times', async () => {
    const text = readSample('espn-fantasy-pro-schedule-2024-trimmed.json')
    const { nfl } = await startNflProvider(respondInSequence(respondWith(200, text)))
    const schedule = await nfl.readSchedule({ season: 2024 })
    const listed = new Map<number, Json>()
    for (const team of JSON.parse(text).settings.proTeams)
      for (const games of Object.values<Json>(team.proGamesByScoringPeriod))
        for (const game of games) listed.set(game.id, game)
    expect(
      schedule?.games.map((game) => [
        game.gameId,
        game.week,
        game.homeTeamId,
        game.awayTeamId,
        game.kickoff.getTime(),
        game.isTimeSet,
        game.state === 'post',
      ]),
    ).toEqual(
      [...listed.values()].map((game) => [
        game.id,
        game.scoringPeriodId,
        game.homeProTeamId,
        game.awayProTeamId,
        game.date,
        !game.startTimeTBD,
        game.statsOfficial,
      ]),
    )
    expect(schedule?.games.filter(({ isTimeSet }) => !isTimeSet).length).toBeGreaterThan(0)
    expect(schedule?.byes).toContainEqual({ teamId: 28, week: 14 })
  })
})
