import type { Points } from '@fieldhouse/domain/points'
import type { GameSide } from '@fieldhouse/domain/seasons/season'
import type { Fault } from '@fieldhouse/simulator/simulated-http'
import { type SimulatedProvider, startSimulatedProvider } from '@fieldhouse/simulator/simulated-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEspnProvider } from '../../providers/espn/espn-provider.ts'
import { changeSeason } from '../../testing/change-season.ts'
import { IS_NET } from '../../testing/is-net.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

const WEEK_5_SUNDAY = new Date('2026-10-11T18:30:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

let simulatedProvider: SimulatedProvider
let testApp: TestApp
let boss: TestClient
let faultFor: ((path: string) => Fault | undefined) | undefined
beforeEach(async () => {
  faultFor = undefined
  simulatedProvider = await startSimulatedProvider({
    seed: 7,
    now: () => testApp.clock.now,
    faults: ({ url }) => faultFor?.(url.search),
  })
  const provider = createEspnProvider({
    baseUrl: simulatedProvider.url,
    userAgent: 'Tests/1.0 (+https://tests.example)',
  })
  testApp = await startApp({}, { provider })
  testApp.clock.now = WEEK_5_SUNDAY
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: simulatedProvider.leagueId })
})
afterEach(async () => {
  await testApp.close()
  await simulatedProvider.close()
})

const refresh = async () => (await boss.post('/api/refresh-espn/', { name: 'Harbour' })).body

const listStoredWeeks = async (table: 'lineup_weeks' | 'transaction_weeks' = 'lineup_weeks') =>
  (await testApp.db.selectFrom(table).select('week').orderBy('week').execute()).map(({ week }) => week)

const listLineups = () =>
  testApp.db
    .selectFrom('lineups')
    .select(['week', 'team_id', 'entries'])
    .orderBy('week')
    .orderBy('team_id')
    .execute()

it('reads the lineups of the current week and catches up on earlier weeks', async () => {
  expect((await refresh()).log.split('\n')).toEqual([
    'Harbour 2026: read the season (12 teams, 84 games)',
    'Harbour 2026: read lineups for week 3, week 4, and week 5',
    'Harbour 2026: ok, saved',
  ])
  expect(await listStoredWeeks('transaction_weeks')).toEqual([3, 4, 5])
  expect(await testApp.db.selectFrom('drafts').select('is_complete').execute()).toEqual([{ is_complete: 1 }])
  expect((await refresh()).log).toContain('read lineups for week 1, week 2, and week 5')
  expect((await refresh()).log).toContain('read lineups for week 5\n')
  expect(await listStoredWeeks()).toEqual([1, 2, 3, 4, 5])
})

it('stores the transactions of a week whose lineups cannot be read, and the other way round', async () => {
  faultFor = (search) => (search.includes('mTransactions2') ? { status: 403 } : undefined)
  expect((await refresh()).log).toContain('continued without the transactions of week 4: ESPN is blocking')
  expect(await listStoredWeeks()).toEqual([3, 4, 5])
  faultFor = (search) => (/mScoreboard.*scoringPeriodId=[45]/.test(search) ? { status: 403 } : undefined)
  await testApp.db.deleteFrom('lineup_weeks').where('week', 'in', [4, 5]).execute()
  await refresh()
  expect(await listStoredWeeks()).not.toContain(4)
  expect(await listStoredWeeks('transaction_weeks')).toContain(4)
  // A week of which only a part is stored is read again.
  faultFor = undefined
  for (let count = 0; count < 2; count += 1) await refresh()
  expect(await listStoredWeeks()).toEqual([1, 2, 3, 4, 5])
  expect(await listStoredWeeks('transaction_weeks')).toEqual([1, 2, 3, 4, 5])
})

it('reads a week again after it has ended', async () => {
  for (let count = 0; count < 2; count += 1) await refresh()
  const scores = async () =>
    (
      await testApp.db
        .selectFrom('lineups')
        .select('points')
        .where('week', '=', 5)
        .orderBy('team_id')
        .execute()
    ).map(({ points }) => points)
  const before = await scores()
  testApp.clock.now = new Date(WEEK_5_SUNDAY.getTime() + 3 * DAY_MS)
  expect((await refresh()).log).toContain('read lineups for week 5 and week 6')
  expect(await scores()).not.toEqual(before)
})

it('keeps the stored lineups when new ones cannot be read, and still stores the season', async () => {
  for (let count = 0; count < 2; count += 1) await refresh()
  const before = await listLineups()
  testApp.clock.now = new Date(WEEK_5_SUNDAY.getTime() + 4 * 60 * 60 * 1000)
  faultFor = (search) => (search.includes('mScoreboard') ? { status: 403 } : undefined)
  const response = await refresh()
  expect(response).toMatchObject({ ok: true, error: null })
  expect(response.log).toContain(
    'Harbour 2026: continued without the lineups of week 5: ESPN is blocking this server.',
  )
  expect(await listLineups()).toEqual(before)
  const { fetched_at } = await testApp.db.selectFrom('seasons').select('fetched_at').executeTakeFirstOrThrow()
  expect(fetched_at).toBe(testApp.clock.now.getTime())
  faultFor = undefined
  await refresh()
  expect(await listLineups()).not.toEqual(before)
})

describe('corrections after a week', () => {
  const rowOf = (week: number) =>
    testApp.db.selectFrom('lineups').select('points').where('week', '=', week).orderBy('team_id').execute()
  const changeLineups = (week: number) =>
    testApp.db
      .updateTable('lineups')
      .set((eb) => ({ points: eb('points', '-', 250) }))
      .where('week', '=', week)
      .execute()
  const changeScores = async (week: number) => {
    const lower = (side: GameSide): GameSide => ({
      ...side,
      points: (side.points - 250) as Points,
      pointsByWeek: side.pointsByWeek.map((score) => ({ ...score, points: (score.points - 250) as Points })),
    })
    await changeSeason(testApp.db, await testApp.findLeagueId(), 2026, (stored) => ({
      ...stored,
      games: stored.games.map((game) =>
        game.period === week && game.away !== null
          ? { ...game, home: lower(game.home), away: lower(game.away) }
          : game,
      ),
    }))
  }

  it('are read together with the new score of the week', async () => {
    for (let count = 0; count < 2; count += 1) await refresh()
    const corrected = await rowOf(2)
    // What was stored before the correction.
    await changeLineups(2)
    await changeScores(2)
    expect(await rowOf(2)).not.toEqual(corrected)
    expect((await refresh()).log).toContain('read lineups for week 2 and week 5')
    expect(await rowOf(2)).toEqual(corrected)
    expect((await refresh()).log).toContain('read lineups for week 5\n')
  })

  /** The simulated responses carry the time of the system, not of the test. */
  async function setReadTime(readAt: Date) {
    for (const table of ['lineup_weeks', 'transaction_weeks'] as const)
      await testApp.db.updateTable(table).set({ fetched_at: readAt.getTime() }).execute()
  }

  it('are read a day later if the lineups could not be read with the new score', async () => {
    for (let count = 0; count < 2; count += 1) await refresh()
    const corrected = await rowOf(2)
    await changeLineups(2)
    await setReadTime(WEEK_5_SUNDAY)
    expect((await refresh()).log).toContain('read lineups for week 5\n')
    testApp.clock.now = new Date(WEEK_5_SUNDAY.getTime() + DAY_MS)
    expect((await refresh()).log).toContain('read lineups for week 2, week 4, and week 5')
    expect(await rowOf(2)).toEqual(corrected)
  })

  it.runIf(IS_NET)('of the last weeks are read daily for 14 days after the season', async () => {
    const readAt = new Date('2027-01-07T12:00:00Z')
    testApp.clock.now = readAt
    await boss.post('/api/login/', { username: 'boss', password: 'boss-has-a-secret' })
    for (let count = 0; count < 6; count += 1) await refresh()
    expect(await listStoredWeeks()).toHaveLength(17)
    const logAfter = async (days: number) => {
      await setReadTime(readAt)
      testApp.clock.now = new Date(readAt.getTime() + days * DAY_MS)
      return (await refresh()).log
    }
    expect(await logAfter(0.9)).not.toContain('read lineups')
    expect(await logAfter(1)).toContain('read lineups for week 16 and week 17')
    expect(await logAfter(11)).toContain('read lineups for week 16 and week 17')
    expect(await logAfter(12)).not.toContain('read lineups')
  })
})
