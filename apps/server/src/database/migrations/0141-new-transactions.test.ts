import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { transactionActivityStore } from '../../features/notifications/transaction-activity-store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the transactions of the previous release, and finds those that were read since a time', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0102-player-lists')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    const trade = {
      ...{
        id: 'a',
        season: 2025,
        week: 1,
        kind: 'trade',
        status: 'done',
        reason: null,
        teamId: 1,
        memberId: null,
      },
      ...{ isByManager: false, proposedAt: null, decidedAt: new Date(2000), bid: null, moves: [] },
    }
    await sql`insert into transaction_weeks (league_id, season, week, transactions, fetched_at)
      values (5, 2025, 1, ${JSON.stringify([trade])}, 3000)`.execute(db)
    await migrate(db)
    const { listTransactionActivity } = transactionActivityStore(db)
    expect(await listTransactionActivity(new Date(2500), new Date(4000))).toHaveLength(1)
    expect(await listTransactionActivity(new Date(3000), new Date(4000))).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
