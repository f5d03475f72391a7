import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { listKnownLeagueIds } from './league-sources.ts'
import { compressResponses } from './provider-response-store.ts'
import { replaceSeason } from './season-store.ts'

const NOW = new Date('2026-10-11T18:30:00Z')

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

async function storeSleeperSeason(year: number, id: string, previousId: string | null, prefix = '') {
  const { db } = database
  const season = { ...buildSeason({ season: year }), providerLeagueId: id }
  const bodies = [
    { request: `${prefix}league/${id}/rosters`, body: '[]' },
    { request: `${prefix}league/${id}`, body: JSON.stringify({ previous_league_id: previousId }) },
  ]
  const responses = await compressResponses(bodies.map((each) => ({ ...each, fetchedAt: NOW })))
  await inTransaction(db, (transaction) =>
    replaceSeason(
      transaction,
      1,
      { season, completeness: completenessOf(season, 'espn'), provider: 'sleeper', responses },
      NOW,
    ),
  )
}

it("reads the IDs of a league's seasons from one response each", async () => {
  await database.db
    .insertInto('leagues')
    .values({
      id: 1,
      name: 'Harbour',
      name_key: 'harbour',
      espn_league_id: 4711,
      sheet_id: null,
      sheet_gid: null,
      has_betslip: 0,
      created_at: 0,
    })
    .execute()
  await storeSleeperSeason(2026, '900', '800')
  await storeSleeperSeason(2025, '800', '700', 'upload:')
  await storeSleeperSeason(2024, '650', null)
  // The other responses are not read: a damaged one would be noticed.
  await database.db
    .updateTable('provider_responses')
    .set({ body: Buffer.from('damaged') })
    .where('request', 'like', '%/rosters')
    .execute()
  expect([...(await listKnownLeagueIds(database.db, 1))].sort()).toEqual(['650', '700', '800', '900'])
})
