import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES, readSleeperCapture } from '@fieldhouse/simulator/testing/sleeper-captures'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { readSeason } from '../testing/change-season.ts'
import { postFiles, postForm } from '../testing/multipart-form.ts'
import {
  BEFORE_THE_SEASON,
  SLEEPER_USER_AGENT,
  type SleeperApp,
  startSleeperApp,
} from '../testing/sleeper-app.ts'
import { ADMIN_CODE, type TestApp, type TestClient } from '../testing/start-app.ts'
import { rebuildLeagues } from './commands/refresh.ts'
import { createLeagueProviders } from './integrations.ts'

const PIONEER = '1345194878245556224'
/** Season, best record and its roster, roster of the champion, highest score with its week and roster. */
const SEASONS = [
  [2021, '9-5-0', 2, 8, 192.5, 6, 12],
  [2022, '10-4-0', 10, 7, 213.6, 13, 10],
  [2023, '11-3-0', 7, 10, 188.46, 4, 10],
  [2024, '12-2-0', 7, 8, 198.16, 11, 10],
  [2025, '13-1-0', 3, 3, 209.86, 9, 10],
] as const

// biome-ignore lint/suspicious/noExplicitAny: responses are untyped JSON
type Json = any

let sleeperApp: SleeperApp
let testApp: TestApp
let boss: TestClient
/** Whether Sleeper fails to send its list of players. */
let hasNoPlayers: boolean

beforeEach(async () => {
  hasNoPlayers = false
  sleeperApp = await startSleeperApp({
    faults: ({ url }) =>
      hasNoPlayers && url.pathname.endsWith('/players/nfl') ? { status: 404 } : undefined,
  })
  testApp = sleeperApp.testApp
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  const source = { provider: 'sleeper', league_id: `https://sleeper.com/leagues/${PIONEER}/team` }
  await boss.post('/api/create-league/', { name: 'Pioneer', source })
})
afterEach(() => sleeperApp.close())

const get = async (path: string, league = 'Pioneer') => (await boss.get(`/api/league/${league}/${path}`)).body

const refresh = async (season?: number) =>
  (await boss.post('/api/refresh/', { name: 'Pioneer', season })).body

const backfill = async (start: number, end: number, scrape = false) =>
  (
    await boss.post('/api/league/Pioneer/history/backfill-admin/', {
      password: 'boss-has-a-secret',
      start,
      end,
      scrape,
    })
  ).body

const playerRequests = () => sleeperApp.server.requests.filter((path) => path === 'players/nfl')

async function expectSeasons(league: string): Promise<void> {
  const history = await get('history/', league)
  expect(history.seasons.map(({ season }: Json) => season)).toEqual([2021, 2022, 2023, 2024, 2025, 2026])
  for (const [season, record, leader, champion, highest, week, highestBy] of SEASONS) {
    const { standings, podium } = history.seasons.find((each: Json) => each.season === season)
    const best = standings.toSorted((a: Json, b: Json) => b.wins - a.wins || b.pf - a.pf)[0]
    expect([season, `${best.wins}-${best.losses}-${best.ties}`, best.team_id]).toEqual([
      season,
      record,
      leader,
    ])
    const first = standings.find(({ rank }: Json) => rank === 1)
    expect([season, first.team_id, first.name]).toEqual([season, champion, podium[0].name])
    const { games } = await readSeason(testApp.db, await testApp.findLeagueId(league), season)
    const sides = games
      .filter(({ bracket }) => bracket === 'regular')
      .flatMap(({ period, home, away }) =>
        [home, ...(away === null ? [] : [away])].map(({ teamId, points }) => ({
          period,
          team: teamId,
          points,
        })),
      )
    const top = sides.toSorted((a, b) => b.points - a.points)[0]
    expect([season, top?.points, top?.period, top?.team]).toEqual([
      season,
      Math.round(highest * 100),
      week,
      highestBy,
    ])
  }
  const { value, season, week } = history.all_time.league_records.highest_team_game
  expect([value, season, week]).toEqual([213.6, 2022, 13])
}

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SLEEPER_CAPTURES)('a recorded league of Sleeper', () => {
  it('is created, refreshed and backfilled over all its seasons, exported and imported', async () => {
    expect(await refresh()).toMatchObject({ ok: true, error: null })
    expect(await backfill(2015, 2026)).toMatchObject({ failed: [] })
    await expectSeasons('Pioneer')
    expect((await get('sources/')).sources).toMatchObject([
      { provider: 'sleeper', league_id: PIONEER, seasons: [2026, 2025, 2024, 2023, 2022, 2021] },
    ])

    const file = await get('seasons/export/')
    await boss.post('/api/create-league/', { name: 'Moved', espn_league_id: 99 })
    const moved = await postFiles(boss, '/api/league/Moved/seasons/upload/', [
      { name: 'pioneer.json', content: JSON.stringify(file) },
    ])
    expect([moved.status, moved.body.error]).toEqual([200, undefined])
    await expectSeasons('Moved')
    expect((await get('seasons/export/', 'Moved')).seasons).toEqual(file.seasons)
    const lines: string[] = []
    await rebuildLeagues(testApp.db, 'Moved', (line) => lines.push(line))
    expect(lines.at(-1)).toBe('Seasons rebuilt: 6, unchanged: 0.')
    expect((await get('seasons/export/', 'Moved')).seasons).toEqual(file.seasons)

    await testApp.db.updateTable('users').set({ is_staff: 1 }).execute()
    await boss.post('/api/account/confirm/', { password: 'boss-has-a-secret' })
    const archive = await testApp.app.inject({
      url: '/api/league/Pioneer/export/',
      cookies: Object.fromEntries(boss.cookies),
    })
    const form = new FormData()
    form.append('name', 'Copy')
    form.append('file', new Blob([new Uint8Array(archive.rawPayload)]), 'pioneer.zip')
    expect((await postForm(boss, '/api/import-league/', form)).body).toMatchObject({ league: 'Copy' })
    await expectSeasons('Copy')
  })

  it('has named lineups, whose list of players is requested once a day', async () => {
    expect(await backfill(2025, 2025, true)).toMatchObject({ ingested: [2025], failed: [] })
    const weeks = await testApp.db.selectFrom('lineups').select(['week', 'entries']).execute()
    expect(new Set(weeks.map(({ week }) => week)).size).toBe(17)
    expect(weeks.filter(({ entries }) => entries.includes('"Player '))).toEqual([])
    await refresh(2025)
    expect(playerRequests()).toHaveLength(1)
    testApp.clock.now = new Date(BEFORE_THE_SEASON.getTime() + 25 * 3_600_000)
    await refresh(2025)
    expect(playerRequests()).toHaveLength(2)
  })

  it('names the players of transactions who are in no lineup', async () => {
    await backfill(2025, 2025, true)
    const weeks = await testApp.db.selectFrom('lineups').select('entries').execute()
    const inLineups = new Set(weeks.flatMap(({ entries }) => entries.match(/"playerId":-?\d+/g) ?? []))
    const { transactions } = await get('transactions/?season=2025&kind=failed&limit=100')
    const players = transactions.flatMap(({ moves }: Json) => moves.map((move: Json) => move.player))
    const others = players.filter(({ player_id: id }: Json) => !inLineups.has(`"playerId":${id}`))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ name }: Json) => name.startsWith('Player '))).toEqual([])
  })

  it('shows every completed trade, with results that add up to zero', async () => {
    await backfill(2025, 2025, true)
    const recorded = (await testApp.db.selectFrom('transaction_weeks').select('transactions').execute())
      .flatMap(({ transactions }) => JSON.parse(transactions) as Json[])
      .filter(({ kind, status }) => kind === 'trade' && status === 'done')
    const { transactions } = await get('transactions/?season=2025&kind=trade&limit=100')
    const ids = transactions.map(({ id }: Json) => id)
    expect(ids).toHaveLength(18)
    expect(ids.toSorted()).toEqual(recorded.map(({ id }) => id).toSorted())
    let players = 0
    for (const id of ids) {
      const { sides, unavailable } = await get(`trades/2025/${id}/`)
      expect([id, unavailable]).toEqual([id, null])
      const sum = (net: 'net_started' | 'net_all') =>
        sides.reduce((total: number, side: Json) => total + side[net], 0)
      expect(sum('net_started')).toBeCloseTo(0, 6)
      expect(sum('net_all')).toBeCloseTo(0, 6)
      players += sides.flatMap(({ received }: Json) => received).filter(({ weeks }: Json) => weeks > 0).length
    }
    // Most of these trades were made in the middle of a week.
    expect(players).toBeGreaterThan(20)
  })

  it('has its scores without the list of players, and its lineups as soon as there is one', async () => {
    hasNoPlayers = true
    expect(await refresh(2025)).toMatchObject({ ok: true })
    expect((await get('standings/?season=2025')).standings).toHaveLength(12)
    const countLineups = async () => (await testApp.db.selectFrom('lineups').select('week').execute()).length
    expect(await countLineups()).toBe(0)
    hasNoPlayers = false
    testApp.clock.now = new Date(BEFORE_THE_SEASON.getTime() + 3_600_000)
    expect(await refresh(2025)).toMatchObject({ ok: true })
    expect(await countLineups()).toBeGreaterThan(0)
  })

  it('rejects files that do not make up a season of the league, and keeps its seasons', async () => {
    await refresh(2025)
    const before = await get('standings/?season=2025')
    const id = '1230537737975631872'
    const file = (name: string, path: string) => ({
      name,
      content: JSON.stringify(readSleeperCapture(`league/${path}`)),
    })
    const league = file('league.json', id)
    const season = [league, file('users.json', `${id}/users`), file('rosters.json', `${id}/rosters`)]
    const weeks = Array.from({ length: 17 }, (_, index) =>
      file(`matchups-${index + 1}.json`, `${id}/matchups/${index + 1}`),
    )
    const upload = (files: readonly { name: string; content: string }[]) =>
      postFiles(boss, '/api/league/Pioneer/seasons/upload/', files)
    const cases = [
      [season.slice(1), 'also upload the league itself'],
      [season.slice(0, 2), 'also upload https://api.sleeper.app/v1/league/1230537737975631872/rosters.'],
      [[...season, ...weeks.slice(1)], 'matchups/1. Missing weeks: 1.'],
      [[...season, { ...weeks[0], name: 'scores.json' }], 'name the file after its week'],
      [[...season, weeks[0], { ...weeks[1], name: 'week 1.json' }], 'matchups-1.json contains the same'],
      [[...season, file('old.json', '1101993137708380160')], 'one season of Sleeper at a time'],
      [[file('jailyard.json', '918335334096846848')], 'is not known to be a season of this league'],
      [
        [league, file('users.json', '918335334096846848/users')],
        'the file is of Sleeper league 918335334096846848',
      ],
      [[...season, file('bracket.json', `${id}/winners_bracket`)], 'name the file after its bracket'],
      [[...season, { name: 'draft.json', content: 'null' }], "Sleeper's answer is null"],
      [[...season, { name: 'losers.json', content: '[]' }], 'the list is empty. Leave the file out.'],
      [[...season, { name: 'week 3.json', content: '[{"roster_id": 1,' }], 'not valid JSON or is incomplete'],
      [[...season, { name: 'x.json', content: '[{"roster_id": 1}]' }], 'contains the same: league/'],
    ] as const
    for (const [files, message] of cases) {
      const { status, body } = await upload(files as { name: string; content: string }[])
      expect([message, status]).toEqual([message, 400])
      expect(body.error).toContain(message)
    }
    expect(await get('standings/?season=2025')).toEqual(before)
    expect((await upload([...season, ...weeks])).status).toBe(200)
  })

  it('is read from SLEEPER_BASE_URL', async () => {
    const settings = readSettings({
      DATA_DIR: sleeperApp.dataFolder,
      SLEEPER_BASE_URL: sleeperApp.server.url,
      PROVIDER_USER_AGENT: SLEEPER_USER_AGENT,
    })
    const { sleeper } = createLeagueProviders(sleeperApp.database.db, settings, pino({ level: 'silent' }))
    const preview = await sleeper?.previewLeague({ leagueId: PIONEER, newest: 2026, cookies: null })
    expect(preview?.knownSeasons.seasons).toEqual([2026, 2025, 2024, 2023, 2022, 2021])
  })
})
