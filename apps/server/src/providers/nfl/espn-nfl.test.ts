import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { HAS_SAMPLES, readSample, SAMPLES_SKIP_REASON } from '../../testing/samples.ts'
import { closedPortUrl, respondInSequence, respondWith, startFakeServer } from '../espn/fake-server.ts'
import { webClient } from '../http/web-client.ts'
import { startSimulatedProvider } from '../simulated/simulated-provider.ts'
import { espnNfl } from './espn-nfl.ts'
import { createNflProvider } from './nfl.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const AGENT = 'Tests/1.0 (+https://tests.example)'
const HTML = respondWith(403, '<html>Access Denied</html>', { 'content-type': 'text/html' })

function createClient(baseUrl: string) {
  return webClient({
    baseUrl,
    userAgent: AGENT,
    now: () => NOW,
    sleep: async () => undefined,
    random: () => 0.5,
  })
}

/** Both halves of ESPN at one stand-in, and another site where one is named. */
async function startNflProvider(answer: RequestListener, otherAnswer?: RequestListener) {
  const server = await startFakeServer(answer)
  const other = otherAnswer === undefined ? null : await startFakeServer(otherAnswer)
  const nfl = espnNfl({
    fantasy: createClient(server.baseUrl),
    site: createClient(server.baseUrl),
    fallbackSite: other === null ? null : createClient(other.baseUrl),
  })
  return { nfl, asked: () => server.requests.map(({ url }) => url), otherAsked: () => other?.requests.length }
}

const week = (season: number, number: number, isRunning = false) => ({ season, week: number, isRunning })

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever the body holds
type Json = any

function buildTeam(id: string, homeAway: string) {
  return { homeAway, team: { id } }
}

function buildEvent(more: Json = {}, competition: Json = {}) {
  return {
    id: '401',
    date: '2026-11-22T18:00Z',
    status: { type: { name: 'STATUS_SCHEDULED', state: 'pre' } },
    competitions: [{ competitors: [buildTeam('9', 'home'), buildTeam('3', 'away')], ...competition }],
    ...more,
  }
}

function buildScoreboard(events: Json[], more: Json = {}) {
  return { season: { type: 2, year: 2026 }, week: { number: 11 }, events, ...more }
}

async function readBoard(body: unknown) {
  const { nfl } = await startNflProvider(respondInSequence(respondWith(200, JSON.stringify(body))))
  return nfl.readScoreboard(week(2026, 11))
}

describe('a schedule', () => {
  const team = (id: number, games: Json, byeWeek = 7) => ({ id, byeWeek, proGamesByScoringPeriod: games })
  const game = { id: 401, homeProTeamId: 9, awayProTeamId: 3, date: Date.UTC(2026, 10, 22, 18) }
  const asked = (proTeams: Json[]) =>
    startNflProvider(respondInSequence(respondWith(200, JSON.stringify({ settings: { proTeams } }))))

  it('has each game once, though both teams list it, and who rests when', async () => {
    const teams = [team(9, { 11: [game] }), team(3, { 11: [game] }), team(0, {}, 0), { id: 12, byeWeek: 0 }]
    const { nfl, asked: requests } = await asked(teams)
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
    expect(requests()).toEqual(['/ffl/seasons/2026?view=proTeamSchedules_wl'])
  })

  it('leaves out what cannot be: other teams, other years, other weeks', async () => {
    const odd = [
      { ...game, id: 402, awayProTeamId: 0 },
      { ...game, id: 403, date: Date.UTC(2031, 1, 1) },
      { ...game, id: 'x' },
    ]
    const { nfl } = await asked([
      team(9, { 11: [game, ...odd], 0: [{ ...game, id: 405 }], x: [{ ...game, id: 406 }] }),
    ])
    const schedule = await nfl.readSchedule({ season: 2026 })
    expect(schedule?.games.map(({ gameId }) => gameId)).toEqual([401])
  })

  it.each([
    ['nothing', {}, 'unexpected_shape'],
    ['no games', { settings: { proTeams: [team(9, {})] } }, 'unexpected_shape'],
    ['a list', [], 'unexpected_shape'],
  ])('of %s is refused', async (_, body, failure) => {
    const { nfl } = await startNflProvider(respondInSequence(respondWith(200, JSON.stringify(body))))
    await expect(nfl.readSchedule({ season: 2026 })).rejects.toMatchObject({ failure })
  })

  it('is null where there is none, and fails where nobody answers', async () => {
    const { nfl } = await startNflProvider(respondInSequence(respondWith(404)))
    expect(await nfl.readSchedule({ season: 2030 })).toBeNull()
    const nobody = createClient(await closedPortUrl())
    const lost = espnNfl({ fantasy: nobody, site: nobody, fallbackSite: null })
    await expect(lost.readSchedule({ season: 2026 })).rejects.toMatchObject({ failure: 'unavailable' })
  })
})

describe('a scoreboard', () => {
  it('is asked for by year, kind and week', async () => {
    const { nfl, asked } = await startNflProvider(
      respondInSequence(respondWith(200, JSON.stringify(buildScoreboard([])))),
    )
    expect(await nfl.readScoreboard(week(2026, 11))).toEqual({ season: 2026, week: 11, games: [], byes: [] })
    expect(asked()).toEqual([
      '/ffl/apis/site/v2/sports/football/nfl/scoreboard?dates=2026&seasontype=2&week=11',
    ])
  })

  it.each([
    ['another week', { week: { number: 12 } }],
    ['a week before the season', { season: { type: 1, year: 2026 } }],
    ['another year', { season: { type: 2, year: 2025 } }],
  ])('of %s is refused', async (_, more) => {
    await expect(readBoard(buildScoreboard([buildEvent()], more))).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })

  it.each([
    ['STATUS_IN_PROGRESS', 'in', 'in'],
    ['STATUS_FINAL', 'post', 'post'],
    ['STATUS_POSTPONED', 'post', 'off'],
    ['STATUS_CANCELED', 'post', 'off'],
    [undefined, 'pre', 'pre'],
  ])('tells that a game with %s and %s is %s', async (name, state, is) => {
    const board = await readBoard(buildScoreboard([buildEvent({ status: { type: { name, state } } })]))
    expect(board?.games[0]?.state).toBe(is)
  })

  it.each([
    ['is unset', { timeValid: false }],
    ['may still move', { timeValid: true, status: { isTBDFlex: true } }],
  ])('has no set time where it %s', async (_, competition) => {
    expect((await readBoard(buildScoreboard([buildEvent({}, competition)])))?.games[0]?.isTimeSet).toBe(false)
  })

  it('leaves out a game that cannot be understood, unless that is all of them', async () => {
    const odd = [
      null,
      7,
      buildEvent({ id: 'x' }),
      buildEvent({ date: 'soon' }),
      buildEvent({}, { competitors: [] }),
    ]
    const board = await readBoard(buildScoreboard([buildEvent(), ...odd]))
    expect(board?.games.map(({ gameId }) => gameId)).toEqual([401])
    await expect(readBoard(buildScoreboard(odd))).rejects.toMatchObject({ failure: 'unexpected_shape' })
  })

  it.each<[string, Json, object | null]>([
    ['a number', [{ spread: -3.5, overUnder: 44.5 }], { spread: -3.5, total: 44.5 }],
    ['words for the home team', [{ details: 'GB -7.5' }], { spread: -7.5, total: null }],
    ['words for the other', [{ details: 'CHI -7.5', overUnder: 40 }], { spread: 7.5, total: 40 }],
    ['words for nobody here', [{ details: 'DAL -7.5', overUnder: 40 }], { spread: null, total: 40 }],
    ['EVEN', [{ details: 'EVEN' }], { spread: 0, total: null }],
    [
      'a wrong sign',
      [{ spread: -3, homeTeamOdds: { favorite: false }, awayTeamOdds: { favorite: true } }],
      { spread: 3 },
    ],
    ['Off', [{ details: 'Off' }], null],
    ['absurd numbers', [{ spread: 400, overUnder: -2 }], null],
    ['null', [null], null],
    ['nothing', [], null],
    ['null, then a number', [null, { spread: 1 }], { spread: 1 }],
    ['odds of the game under way', [{ provider: { name: 'A Book - Live Odds' }, spread: 20 }], null],
    [
      'several bookmakers',
      [
        { provider: { name: 'Second', priority: 2 }, spread: 1 },
        { provider: { name: 'First', priority: 1 }, spread: 2 },
      ],
      { spread: 2, bookmaker: 'First' },
    ],
  ])('reads a line from %s', async (_, odds, line) => {
    const [game] = (await readBoard(buildScoreboard([buildEvent({}, { odds })])))?.games ?? []
    if (line === null) expect(game?.line).toBeNull()
    else expect(game?.line).toMatchObject(line)
  })
})

describe('a site that turns us away', () => {
  const board = respondWith(200, JSON.stringify(buildScoreboard([buildEvent()])))

  it('is asked at its other address, once', async () => {
    const { nfl, asked, otherAsked } = await startNflProvider(
      respondInSequence(HTML),
      respondInSequence(board),
    )
    expect((await nfl.readScoreboard(week(2026, 11)))?.games).toHaveLength(1)
    expect([asked().length, otherAsked()]).toEqual([1, 1])
  })

  it('is asked for what it shows by itself, where that is the week', async () => {
    const { nfl, asked } = await startNflProvider((request, response) =>
      (request.url?.includes('?') === true ? HTML : board)(response),
    )
    await expect(nfl.readScoreboard(week(2026, 11))).rejects.toMatchObject({ failure: 'refused' })
    expect((await nfl.readScoreboard(week(2026, 11, true)))?.games).toHaveLength(1)
    expect(asked().at(-1)).not.toContain('?')
    await expect(nfl.readScoreboard(week(2026, 12, true))).rejects.toMatchObject({ failure: 'refused' })
  })

  it.each([
    ['a web page', respondWith(200, '<html>', { 'content-type': 'text/html' }), 'not_json', 1],
    ['half an answer', respondWith(200, '{"season":'), 'not_json', 1],
    ['an empty one', respondWith(200, ''), 'not_json', 1],
    ['a fault', respondWith(503), 'unavailable', 3],
    ['a plea to slow down', respondWith(429), 'busy', 3],
  ])('is not asked elsewhere for %s', async (_, answer, failure, times) => {
    const { nfl, asked, otherAsked } = await startNflProvider(
      respondInSequence(answer),
      respondInSequence(board),
    )
    await expect(nfl.readScoreboard(week(2026, 11))).rejects.toMatchObject({ failure })
    expect([asked().length, otherAsked()]).toEqual([times, 0])
  })
})

describe('the simulated NFL', () => {
  it('has the same games in its schedule and on its scoreboards, with lines while they are to come', async () => {
    const simulated = await startSimulatedProvider({ seed: 'harbor', now: () => NOW })
    try {
      const nfl = createNflProvider({
        fantasyAddress: simulated.url,
        siteAddress: simulated.url,
        userAgent: AGENT,
      })
      const schedule = await nfl.readSchedule({ season: 2026 })
      expect([schedule?.games.length, schedule?.byes.length]).toEqual([272, 32])
      const board = await nfl.readScoreboard(week(2026, 11))
      const ofWeek = schedule?.games.filter((game) => game.week === 11) ?? []
      expect(board?.games).toHaveLength(ofWeek.length)
      for (const game of ofWeek)
        expect(board?.games).toContainEqual(
          expect.objectContaining({ gameId: game.gameId, kickoff: game.kickoff }),
        )
      const toCome = board?.games.filter(({ state }) => state === 'pre') ?? []
      expect(toCome.length).toBeGreaterThan(10)
      for (const { line } of toCome)
        expect([typeof line?.spread, typeof line?.total]).toEqual(['number', 'number'])
    } finally {
      await simulated.close()
    }
  })
})

if (!HAS_SAMPLES) it.skip(SAMPLES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SAMPLES)('a recorded answer', () => {
  const boardIn = async (sample: string, season: number, number: number) => {
    const { nfl } = await startNflProvider(respondInSequence(respondWith(200, readSample(sample))))
    return nfl.readScoreboard(week(season, number))
  }

  it('of finished games says where they were, and has no lines', async () => {
    const board = await boardIn('espn-scoreboard-2025-w06-final-no-odds.json', 2025, 6)
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
      homeTeamId: 20,
      awayTeamId: 7,
      kickoff: new Date('2025-10-12T13:30:00Z'),
      venueName: 'Tottenham Hotspur Stadium',
    })
  })

  it('of games to come has lines, though only in words', async () => {
    const board = await boardIn('espn-scoreboard-2023-w05-upcoming-weather-odds.json', 2023, 5)
    // WSH -5.5, BUF -5.5, ATL -2.0 are at home; PHI -4.5 is not.
    expect(board?.games.map(({ homeTeamId, line }) => [homeTeamId, line?.spread, line?.total])).toEqual([
      [28, -5.5, 44.5],
      [2, -5.5, 49],
      [1, -2, 41.5],
      [14, 4.5, 50.5],
    ])
    expect(board?.games.map(({ isIndoor }) => isIndoor)).toEqual([false, false, true, true])
  })

  it('of a week before the season is not taken for one of it', async () => {
    await expect(boardIn('espn-scoreboard-2026-upcoming-with-odds.json', 2026, 1)).rejects.toMatchObject({
      failure: 'wrong_league',
    })
  })

  it('with a number as its line has it from the home team', async () => {
    const body = JSON.parse(readSample('espn-scoreboard-2026-upcoming-with-odds.json'))
    body.season.type = 2
    const board = await readBoard({ ...body, week: { number: 11 } })
    expect(board?.games).toMatchObject([
      { homeTeamId: 22, awayTeamId: 29, line: { spread: 1.5, total: 36.5, bookmaker: 'DraftKings' } },
    ])
  })

  it('of a schedule has what its teams list, and unset times', async () => {
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
