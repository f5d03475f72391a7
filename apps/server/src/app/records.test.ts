import { pointsFromDecimal } from '@fieldhouse/domain/points'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordJob } from '../features/history/record-job.ts'
import { listRecords } from '../features/notifications/league-activity.ts'
import { createJobContext } from '../testing/job-context.ts'
import { buildGame, buildSeason, buildSide } from '../testing/season-fixture.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'

/** 9 AM in Chicago on the Tuesday after week 1 of 2026. */
const TUESDAY = new Date('2026-09-15T14:00:00Z')

let league: SocialLeague
beforeEach(async () => {
  league = await createSocialLeague()
  league.testApp.clock.now = TUESDAY
})
afterEach(() => league.testApp.close())

async function runJob(): Promise<void> {
  const { db, clock } = league.testApp
  await recordJob(createJobContext(db, () => clock.now)).run(AbortSignal.timeout(10_000))
}

async function refresh(season: number, overrides: Parameters<typeof buildSeason>[0]): Promise<void> {
  league.testApp.provider.read = () => buildSeason({ ...overrides, season })
  await league.clients.boss.post('/api/refresh-espn/', { name: 'Harbour', season })
}

const gameWith = (points: number, overrides: Parameters<typeof buildGame>[0] = {}) =>
  buildGame({
    home: buildSide({ teamId: 1, points: pointsFromDecimal(points) }),
    away: buildSide({ teamId: 2, points: pointsFromDecimal(80) }),
    result: 'home',
    ...overrides,
  })

const listNotifications = async () =>
  (await listRecords(league.testApp.db, new Date(0)))
    .map(({ toNotification }) => toNotification('Harbour'))
    .map(({ title, body }) => [title, body])

it('announces the records that a complete week has broken, once', async () => {
  await refresh(2025, { games: [gameWith(100)] })
  await refresh(2026, { games: [gameWith(101)] })
  await runJob()
  await runJob()
  expect(await listNotifications()).toEqual([
    ['New record: highest combined score', 'Harbour: Ada Marlow and Ben Okafor, 181.00 points in Week 1.'],
    ['New record: biggest blowout', 'Harbour: Ada Marlow, 21.00 points in Week 1.'],
    ['New record: highest team score', 'Harbour: Ada Marlow, 101.00 points in Week 1.'],
  ])
})

it('announces the records of the other leagues when the data of one cannot be read', async () => {
  await refresh(2025, { games: [gameWith(100)] })
  await refresh(2026, { games: [gameWith(101)] })
  const { db } = league.testApp
  const damaged = { id: -1, name: 'Damaged', name_key: 'damaged', espn_league_id: 4712, has_betslip: 0 }
  await db
    .insertInto('leagues')
    .values({ ...damaged, created_at: 0 })
    .execute()
  const season = { season: 2026, is_finished: 0, current_week: 2 } as const
  const source = { source: 'espn', depth: 'scores', fetched_at: TUESDAY.getTime() } as const
  await db
    .insertInto('seasons')
    .values({ league_id: -1, ...season, ...source, document: '{}' })
    .execute()
  await expect(runJob()).rejects.toThrow('1 of 2 leagues could not be checked')
  expect(await listNotifications()).toHaveLength(3)
})

it('waits for the last game of the week', async () => {
  await refresh(2025, { games: [gameWith(100)] })
  await refresh(2026, { games: [gameWith(101, { result: 'undecided' })] })
  await runJob()
  expect(await listNotifications()).toEqual([])
  await refresh(2026, { games: [gameWith(101)] })
  await runJob()
  expect(await listNotifications()).toHaveLength(3)
})
