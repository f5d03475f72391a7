import { expect, it, onTestFinished } from 'vitest'
import { leagueMemory } from '../database/engine/league-memory.ts'
import { changeSeason } from '../testing/change-season.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { leagueReader } from './league.ts'
import { type StoredSeason, seasonRow } from './stored-seasons.ts'

it('parses and computes a season again only if it has changed', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { id } = await db
    .insertInto('leagues')
    .values({ name: 'Harbour', name_key: 'harbour', espn_league_id: 1, has_betslip: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored: StoredSeason = {
    ...buildSeason(),
    acceptedZeros: [],
    file: null,
    source: 'espn',
    provider: 'espn',
    depth: 'scores',
    fetchedAt: new Date(0),
    isImported: false,
  }
  for (const season of [2025, 2026])
    await db
      .insertInto('seasons')
      .values(seasonRow(id, { ...stored, season }))
      .execute()
  let version = 1
  const memory = leagueMemory(() => ({ of: () => String(version) }))
  const reader = leagueReader(db, memory, { ofLogo: (url) => url })
  const before = await reader.seasons(id)
  const seen = [2025, 2026].map((year) => ({ season: before.season(year), games: before.games(year) }))

  await changeSeason(db, id, 2026, (season) => ({ ...season, name: 'Renamed', games: [] }))
  version = 2
  const after = await reader.seasons(id)
  expect(after).not.toBe(before)
  expect([after.season(2026)?.name, after.games(2026)]).toEqual(['Renamed', []])
  expect(after.season(2025)).toBe(seen[0]?.season)
  expect(after.games(2025)).toBe(seen[0]?.games)
  expect(seen[1]?.games).not.toEqual([])
})
