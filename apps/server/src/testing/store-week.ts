import type { WeekLineups } from '@fieldhouse/domain/rosters/lineup'
import { type Db, inTransaction } from '../database/engine/database.ts'
import { savePart } from '../repositories/archive-store.ts'
import { compressResponses } from '../repositories/provider-response-store.ts'

/** Stores the lineups of a week as a refresh does. */
export async function storeWeek(db: Db, leagueId: number, week: WeekLineups): Promise<void> {
  const request = `week ${week.week} of ${week.season}`
  const responses = await compressResponses([
    { request, fetchedAt: new Date('2026-10-11T18:00:00Z'), body: '{}' },
  ])
  await inTransaction(db, (transaction) =>
    savePart(transaction, leagueId, { name: 'line-ups', week }, responses),
  )
}
