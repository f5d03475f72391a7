import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AskedJob } from '../../jobs/league-job-store.ts'
import { aSeason } from '../../testing/a-season.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type Visitor } from '../../testing/start-app.ts'
import { refreshSchedule } from './schedule.ts'

const MINUTE_MS = 60_000

/** A game that is played at that time. */
const GAMES = [{ kickoff: new Date('2026-10-11T17:00:00Z'), state: 'live' }] as const

let world: TestApp
let admin: Visitor
let asked: number[]
let looked: number[]
beforeEach(async () => {
  world = await startApp()
  admin = await world.member('boss', { role: 'admin', admin_code: ADMIN_CODE })
  for (const name of ['Harbour', 'Island', 'Reef'])
    await admin.post('/api/create-league/', { name, espn_league_id: 4711 })
  world.provider.read = () => aSeason()
  asked = []
  looked = []
})
afterEach(() => world.close())

/** What one process begins by itself. */
function aSchedule(
  ask: (job: AskedJob) => Promise<unknown> = async ({ leagueId }) => void asked.push(leagueId),
) {
  return refreshSchedule({
    db: world.db,
    calendar: async () => GAMES,
    looks: () => looked.splice(0),
    ask,
    now: () => world.clock.now,
    machineNow: () => world.clock.now,
  })
}

const after = (minutes: number) => {
  world.clock.now = new Date(SUNDAY.getTime() + minutes * MINUTE_MS)
}

const dueOf = async (id = 1) => {
  const query = world.db.selectFrom('leagues').select('refresh_due_at').where('id', '=', id)
  return ((await query.executeTakeFirstOrThrow()).refresh_due_at - SUNDAY.getTime()) / MINUTE_MS
}

const refresh = (name = 'Harbour') => admin.post('/api/refresh-espn/', { name })

it('begins every refresh that is due once, however many processes there are', async () => {
  const schedules = [aSchedule(), aSchedule(), aSchedule()]
  await Promise.all(schedules.map((schedule) => schedule.plan(3)))
  expect(asked.toSorted()).toEqual([1, 2, 3])
  await Promise.all(schedules.map((schedule) => schedule.plan(3)))
  expect(asked).toHaveLength(3)
})

it('takes no more than there is room for, and those first that have waited for longest', async () => {
  await world.db.updateTable('leagues').set({ refresh_due_at: 5 }).where('id', '!=', 2).execute()
  await aSchedule().plan(1)
  expect(asked).toEqual([2])
})

it('leaves a league alone until it is due again', async () => {
  await refresh()
  expect(await dueOf()).toBe(15)
  after(14.9)
  await aSchedule().plan(9)
  expect(asked).toEqual([2, 3])
  after(15)
  await aSchedule().plan(9)
  expect(asked).toContain(1)
})

it('reads a league each minute while somebody looks', async () => {
  await refresh()
  looked = [1, 99]
  after(0.5)
  await aSchedule().plan(0)
  expect(await dueOf()).toBe(1)
  after(1)
  await refresh()
  expect(await dueOf()).toBe(2)
  after(4)
  await refresh()
  expect(await dueOf()).toBe(19)
})

it('goes on when the clock is set back while somebody looks', async () => {
  const schedule = aSchedule()
  after(24 * 60)
  await refresh()
  looked = [1]
  await schedule.plan(9)
  after(0)
  looked = [1]
  await schedule.plan(9)
  after(1)
  await schedule.plan(9)
  expect(asked).toContain(1)
})

it('reads a league again that nobody looks at, once the clock is set back by years', async () => {
  const inYears = SUNDAY.getTime() + 1000 * 24 * 60 * MINUTE_MS
  await world.db.updateTable('leagues').set({ refresh_due_at: inYears }).execute()
  await Promise.all([aSchedule().plan(3), aSchedule().plan(3)])
  expect(asked.toSorted()).toEqual([1, 2, 3])
})

it('does not read a league more often that could not be read', async () => {
  await refresh()
  world.provider.read = () => null
  await world.db.deleteFrom('seasons').execute()
  await refresh()
  looked = [1]
  await aSchedule().plan(0)
  expect(await dueOf()).toBe(15)
})

it('looks again a minute later at a league that could not be begun', async () => {
  await aSchedule(async () => undefined).plan(9)
  expect(await dueOf()).toBe(1)
})
