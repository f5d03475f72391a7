import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeasonProgress } from '@fieldhouse/domain/seasons/season'
import { type CaptureServer, startCaptureServer } from '@fieldhouse/simulator/capture-server'
import {
  CAPTURES_FOLDER,
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExternalData } from '../features/external-data/external-data.ts'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { readSettings } from '../settings.ts'
import { HAS_SAMPLES, readSample, SAMPLES_SKIP_REASON } from '../testing/samples.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import { externalDataFrom } from './integrations.ts'

// Expected values are computed from the recorded responses alone, independently of the server code.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped JSON
type Json = any

const USER_AGENT = 'Tests/1.0 (+https://tests.example)'
const HOUR_S = 3600

/** The same two teams play at the same venue in the sampled scoreboard and in the recorded season. */
const LEAGUE = 18254195
const WEEKS = [
  {
    week: 3,
    game: 'JAX VS BUF',
    weather: { weather_desc: 'Cloudy', weather_temp_f: 57, weather_icon: 'cloud' },
  },
  {
    week: 8,
    game: 'CHI @ WSH',
    weather: { weather_desc: 'Cloudy', weather_temp_f: 57, weather_icon: 'cloud' },
  },
  {
    week: 12,
    game: 'PHI @ LAR',
    weather: { weather_desc: 'Dome', weather_temp_f: null, weather_icon: 'roof' },
  },
] as const

const SUPERFLEX = 899513

/** Each season is stored as a separate league, so that it is the current one. */
const LEAGUES = [
  [2024, LEAGUE],
  [2023, LEAGUE],
  [2020, SUPERFLEX],
] as const

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)
if (!HAS_SAMPLES) it.skip(SAMPLES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES && HAS_SAMPLES)('the roster tab of recorded leagues', () => {
  let captures: CaptureServer
  let site: Server
  let testApp: TestApp
  let boss: TestClient
  let sampledData: ExternalData
  /** Overrides the current week, because the season was recorded after its end. */
  let progress: Partial<SeasonProgress>

  beforeAll(async () => {
    captures = await startCaptureServer({ folder: CAPTURES_FOLDER })
    site = await startFakeSite()
    const espn = createEspnProvider({ baseUrl: captures.url, userAgent: USER_AGENT })
    const provider = {
      ...espn,
      async readSeason(request: Parameters<typeof espn.readSeason>[0]) {
        const response = await espn.readSeason(request)
        if (response === null) return null
        const season = { ...response.season, progress: { ...response.season.progress, ...progress } }
        return { ...response, season }
      },
    }
    const readWeek: ExternalData['readWeek'] = (...args) => sampledData.readWeek(...args)
    const fetch: ExternalData['fetch'] = (...args) => sampledData.fetch(...args)
    testApp = await startApp({}, { provider, externalData: { readWeek, fetch } })
    const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const settings = readSettings({
      DATA_DIR: testApp.dataDir,
      ESPN_BASE_URL: captures.url,
      ESPN_SITE_URL: siteUrl,
      WEATHER_BASE_URL: siteUrl,
      PROVIDER_USER_AGENT: USER_AGENT,
    })
    sampledData = externalDataFrom(testApp.db, settings, pino({ level: 'silent' }), () => testApp.clock.now)
    boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
    for (const [season, id] of LEAGUES) {
      await boss.post('/api/create-league/', { name: `Season ${season}`, espn_league_id: id })
    }
  })
  afterAll(async () => {
    await testApp.close()
    await captures.close()
    site.close()
  })

  async function refreshIn(season: number, week: number): Promise<void> {
    progress = { currentWeek: week, isFinished: false }
    const { body } = await boss.post('/api/refresh-espn/', { name: `Season ${season}`, season })
    expect(body).toMatchObject({ ok: true, error: null })
    await expect.poll(countUnfinishedJobs).toBe(0)
  }

  /** The external data of the week are fetched by jobs after the refresh. */
  async function countUnfinishedJobs(): Promise<number> {
    return (await testApp.db.selectFrom('jobs').select('id').where('ended_at', 'is', null).execute()).length
  }

  async function rosterOf(season: number, teamId: number): Promise<Json> {
    const leagueUrl = `/api/league/Season%20${season}`
    await boss.post(`${leagueUrl}/assign-team/`, { league_team_id: teamId, username: 'boss' })
    return (await boss.get(`${leagueUrl}/me/roster/`)).body
  }

  it.each(WEEKS)(
    'shows the players of week $week, with the odds and the weather of $game',
    async (golden) => {
      const { week, game, weather } = golden
      testApp.clock.now = new Date(firstKickoffOf(week) - 2 * HOUR_S * 1000)
      await refreshIn(2024, week)
      const body: Json = readCapture(`league-${LEAGUE}/2024/week-${String(week).padStart(2, '0')}.json`)
      let rowsWithOdds = 0
      for (const side of sidesOf(body, week)) {
        const shown = await rosterOf(2024, side.teamId)
        expect(shown).toMatchObject({ season: 2024, week, espn_team_id: side.teamId })
        const rows = side.rosterForCurrentScoringPeriod.entries.map((entry: Json) =>
          expectedRow(entry, { season: 2024, week }, game, weather),
        )
        expect(playerRows(shown)).toEqual(rows.toSorted(byPlayer))
        rowsWithOdds += rows.filter((row: Json) => row.vegas_total !== null).length
      }
      // At least one player of the league is in that game.
      expect(rowsWithOdds).toBeGreaterThan(0)
    },
  )

  it('shows a row for each starting slot, even for a team with an empty lineup', async () => {
    testApp.clock.now = new Date('2023-12-10T16:00:00Z')
    await refreshIn(2023, 14)
    const { settings }: Json = readCapture(`league-${LEAGUE}/2023/combined.json`)
    const counts = Object.entries<number>(settings.rosterSettings.lineupSlotCounts)
    const starterSlots = counts.filter(([slot, count]) => count > 0 && !['20', '21'].includes(slot))
    const starterCount = starterSlots.reduce((sum, [, count]) => sum + count, 0)
    const body: Json = readCapture(`league-${LEAGUE}/2023/week-14.json`)
    const emptyTeamIds: number[] = []
    for (const { teamId, rosterForCurrentScoringPeriod } of sidesOf(body, 14)) {
      const starters = rosterForCurrentScoringPeriod.entries.filter(
        (entry: Json) => ![20, 21].includes(entry.lineupSlotId),
      )
      const { players: rows } = await rosterOf(2023, teamId)
      for (const [slot, count] of starterSlots) {
        expect(rows.filter((row: Json) => row.slot_id === Number(slot))).toHaveLength(count)
      }
      const unfilled = rows.filter((row: Json) => row.espn_id === null)
      expect(unfilled).toHaveLength(starterCount - starters.length)
      expect(unfilled.every((row: Json) => row.player === null && row.proj === null)).toBe(true)
      if (starters.length === 0) emptyTeamIds.push(teamId)
    }
    expect(emptyTeamIds).toHaveLength(1)
  })

  it('shows superflex and IR slots, and no game details without a schedule', async () => {
    testApp.clock.now = new Date('2020-09-13T16:00:00Z')
    await refreshIn(2020, 1)
    const body: Json = readCapture(`league-${SUPERFLEX}/2020/week-01-boxscore.json`)
    const starterSlotIds: number[] = []
    for (const side of sidesOf(body, 1)) {
      const shown = await rosterOf(2020, side.teamId)
      const rows = side.rosterForCurrentScoringPeriod.entries.map((entry: Json) =>
        expectedRow(entry, { season: 2020, week: 1 }, null, null),
      )
      expect(playerRows(shown)).toEqual(rows.toSorted(byPlayer))
      starterSlotIds.push(...shown.players.map((row: Json) => row.slot_id).slice(0, 11))
    }
    expect(starterSlotIds).toContain(7)
  })
})

/** Serves the sampled scoreboard, moved to the recorded season, and a forecast for any requested hour. */
async function startFakeSite(): Promise<Server> {
  const scoreboard = readSample('espn-scoreboard-2023-w05-upcoming-weather-odds.json')
  const forecast: Json = JSON.parse(readSample('open-meteo-2026-09-25-utc-fahrenheit.json'))
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    if (url.searchParams.get('dates') !== '2024' && url.pathname.endsWith('/scoreboard'))
      return void response.writeHead(404).end()
    const body = url.pathname.endsWith('/scoreboard')
      ? shiftScoreboard(JSON.parse(scoreboard), Number(url.searchParams.get('week')))
      : shiftForecast(forecast, `${url.searchParams.get('start_hour')}Z`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Only the game of the two teams in that week, with the teams, venue and odds of the sample. */
function shiftScoreboard(sample: Json, week: number): Json {
  const { game } = WEEKS.find((each) => each.week === week) ?? { game: null }
  const event = sample.events.find((each: Json) => each.shortName === game)
  const recordedGame = gameOf(homeOf(event), week)
  const date = new Date(recordedGame.date).toISOString().replace(':00.000Z', 'Z')
  const [competition] = event.competitions
  const id = String(recordedGame.id)
  return {
    ...sample,
    season: { type: 2, year: 2024 },
    week: { number: week },
    events: [
      {
        ...event,
        id,
        date,
        season: { ...event.season, year: 2024 },
        week: { number: week },
        competitions: [{ ...competition, id, date, startDate: date }],
      },
    ],
  }
}

/** The requested hour becomes the third of the sample, which lacks `is_day`. */
function shiftForecast(sample: Json, hour: string): Json {
  const at = Date.parse(hour) / 1000
  const time = sample.hourly.time.map((_: string, row: number) => at + (row - 2) * HOUR_S)
  return {
    ...sample,
    hourly_units: { ...sample.hourly_units, time: 'unixtime' },
    hourly: { ...sample.hourly, time, is_day: time.map(() => 1) },
  }
}

function homeOf(event: Json): number {
  return Number(event.competitions[0].competitors.find((each: Json) => each.homeAway === 'home').team.id)
}

function proTeams(): Json[] {
  const body: Json = readCapture('season/2024/proTeamSchedules_wl.json')
  return body.settings.proTeams
}

function gameOf(teamId: number, week: number): Json {
  const team = proTeams().find(({ id }) => id === teamId)
  return team?.proGamesByScoringPeriod?.[week]?.[0]
}

function firstKickoffOf(week: number): number {
  return Math.min(
    ...proTeams().flatMap((team) => team.proGamesByScoringPeriod?.[week]?.[0]?.date ?? Infinity),
  )
}

function sidesOf(body: Json, period: number): Json[] {
  return body.schedule
    .filter((game: Json) => game.matchupPeriodId === period)
    .flatMap((game: Json) => [game.home, game.away].filter((side) => side !== undefined))
}

type SeasonWeek = { season: number; week: number }

function expectedRow(entry: Json, at: SeasonWeek, game: string | null, weather: object | null): Json {
  const { player } = entry.playerPoolEntry
  const statLineOf = (source: number) =>
    player.stats.find(
      (statLine: Json) =>
        statLine.statSourceId === source &&
        statLine.statSplitTypeId === 1 &&
        statLine.scoringPeriodId === at.week &&
        statLine.seasonId === at.season,
    )
  const [actual, projected] = [statLineOf(0), statLineOf(1)]
  const teamId = actual?.proTeamId || player.proTeamId
  return {
    slot_id: entry.lineupSlotId,
    espn_id: entry.playerId,
    player: player.fullName,
    proj: roundToHundredths(projected?.appliedTotal),
    actual: roundToHundredths(actual?.appliedTotal),
    injury_status: ['ACTIVE', 'NORMAL', undefined].includes(player.injuryStatus) ? null : player.injuryStatus,
    ...expectedGame(teamId, at, game, weather),
  }
}

function expectedGame(
  teamId: number,
  { season, week }: SeasonWeek,
  game: string | null,
  weather: object | null,
) {
  const noOdds = { vegas_spread: null, vegas_total: null, ...NO_WEATHER }
  const noGame = { opp: null, home_away: null, is_bye: false, kickoff_ts: null }
  if (teamId === 0) return { nfl_team: null, ...noGame, ...noOdds }
  const nfl_team = abbrevOf(teamId)
  if (season !== 2024) return { nfl_team, ...noGame, ...noOdds }
  const recordedGame = gameOf(teamId, week)
  if (recordedGame === undefined) return { nfl_team, ...noGame, is_bye: true, ...noOdds }
  const isHome = recordedGame.homeProTeamId === teamId
  const opp = abbrevOf(isHome ? recordedGame.awayProTeamId : recordedGame.homeProTeamId)
  const home_away = isHome ? 'home' : '@'
  const row = { nfl_team, opp, home_away, is_bye: false, kickoff_ts: recordedGame.date }
  const sampled = readSampledGame(game)
  if (![sampled.home, sampled.away].includes(nfl_team)) return { ...row, ...noOdds }
  const [favorite = '', spread = ''] = sampled.odds.details.split(' ')
  const vegas_spread = favorite === nfl_team ? Number(spread) : -Number(spread)
  return { ...row, vegas_spread, vegas_total: sampled.odds.overUnder, ...weather }
}

const NO_WEATHER = { weather_desc: null, weather_temp_f: null, weather_icon: null }

function readSampledGame(game: string | null): Json {
  const { events }: Json = JSON.parse(readSample('espn-scoreboard-2023-w05-upcoming-weather-odds.json'))
  const event = events.find((each: Json) => each.shortName === game)
  const [away, home] = event.shortName.split(/ @ | VS /)
  return { home, away, odds: event.competitions[0].odds[0] }
}

function abbrevOf(teamId: number): string | undefined {
  const rows = readSample('nfl-teams.csv')
    .split('\n')
    .map((row) => row.split(','))
  return rows.find(([id]) => id === String(teamId))?.[1]
}

function roundToHundredths(points: number | undefined): number | null {
  return points === undefined ? null : Number(points.toFixed(2))
}

/** The rows with players, sorted by ESPN id; empty slots are checked elsewhere. */
function playerRows(shown: Json): Json[] {
  return (
    shown.players
      .filter((row: Json) => row.espn_id !== null)
      // The state of the game comes from the same scoreboard, and has its own tests.
      .map((row: Json) => ({ ...row, id: undefined, nfl_game: undefined }))
      .toSorted(byPlayer)
  )
}

function byPlayer(a: Json, b: Json): number {
  return a.espn_id - b.espn_id
}
