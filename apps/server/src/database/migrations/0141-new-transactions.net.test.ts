import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listTransactions } from '../../features/notifications/league-activity.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the transactions of the previous release, and finds those that were read since a time', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0102-player-lists')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (5, 'Sunday', 'sunday', 77, 1, 1000)`.execute(db)
    const decided = {
      kind: 'trade',
      status: 'done',
      reason: null,
      proposedAt: null,
      decidedAt: new Date(2000),
    }
    const trade = { ...decided, id: 'a', season: 2025, week: 1, bid: null, moves: [] }
    const maker = { teamId: 1, memberId: null, isByManager: false }
    await sql`insert into transaction_weeks (league_id, season, week, transactions, fetched_at)
      values (5, 2025, 1, ${JSON.stringify([{ ...trade, ...maker }])}, 3000)`.execute(db)
    await migrate(db)
    expect(await listTransactions(db, new Date(2500), new Date(4000))).toHaveLength(1)
    expect(await listTransactions(db, new Date(3000), new Date(4000))).toEqual([])
  } finally {
    await db.destroy()
    await drop()
  }
})
