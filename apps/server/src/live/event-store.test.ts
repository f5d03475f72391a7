import { DAY_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordEvent } from '../repositories/change-league.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { eventStore, MAX_COMMIT_DELAY_MS } from './live-events.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
  await database.db
    .insertInto('leagues')
    .values({ name: 'Harbour', name_key: 'harbour', espn_league_id: 1, has_betslip: 0, created_at: 0 })
    .execute()
})
afterEach(() => database.drop())

/** Records an event at each time, in milliseconds after SUNDAY, and returns all event IDs. */
async function recordEventsAt(...offsetsMs: number[]): Promise<number[]> {
  const event = { name: 'scoreboard', data: { season: 2026 } } as const
  for (const ms of offsetsMs)
    await database.db
      .transaction()
      .execute((transaction) => recordEvent(transaction, 1, event, new Date(SUNDAY.getTime() + ms)))
  const rows = await database.db.selectFrom('league_events').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const listMissedIds = async (id: number) =>
  (await eventStore(database.db).listMissed(1, id)).map((event) => event.id)

it('lists later events, and again those from shortly before the last one', async () => {
  const [, second = 0, third = 0, fourth] = await recordEventsAt(
    0,
    MAX_COMMIT_DELAY_MS,
    2 * MAX_COMMIT_DELAY_MS,
    3 * MAX_COMMIT_DELAY_MS,
  )
  expect(await listMissedIds(third)).toEqual([second, fourth])
})

it('lists later events even after the clock was set back', async () => {
  const [, last = 0, ...later] = await recordEventsAt(DAY_MS, DAY_MS, 0, 1)
  expect((await listMissedIds(last)).slice(-2)).toEqual(later)
})
