import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordEvent } from '../database/league-events.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import { eventStore, LATE_MS } from './event-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await database.db
    .insertInto('leagues')
    .values({ name: 'Harbour', name_key: 'harbour', espn_league_id: 1, has_betslip: 0, created_at: 0 })
    .execute()
})
afterEach(() => database.drop())

/** Records an event for each moment, and answers the numbers. */
async function recorded(...moments: number[]): Promise<number[]> {
  const event = { name: 'scoreboard', data: { season: 2026 } } as const
  for (const ms of moments)
    await database.db
      .transaction()
      .execute((it) => recordEvent(it, 1, event, new Date(SUNDAY.getTime() + ms)))
  const rows = await database.db.selectFrom('league_events').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const missedBy = async (id: number) =>
  (await eventStore(database.db).missedBy(1, id)).map((event) => event.id)

it('tells a reader what came later, and again what came shortly before', async () => {
  const [, second = 0, third = 0, fourth] = await recorded(0, LATE_MS, 2 * LATE_MS, 3 * LATE_MS)
  expect(await missedBy(third)).toEqual([second, fourth])
})

it('tells what came later though the clock was set back meanwhile', async () => {
  const [, last = 0, ...later] = await recorded(DAY_MS, DAY_MS, 0, 1)
  expect((await missedBy(last)).slice(-2)).toEqual(later)
})
