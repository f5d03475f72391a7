import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listTimelinePoints } from '../../repositories/seasons/timeline-store.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, migrate } from '../engine/database.ts'

it('keeps the stored games, whose course is unknown, and deletes timelines with their league', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0065-logo-colors')
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (1, 'Harbour', 'harbour', 4711, 0, 0)`.execute(db)
    await sql`insert into seasons (league_id, season, size, is_drafted, is_finished, details, fetched_at, source, depth)
      values (1, 2026, 2, 1, 0, '{}', 0, 'espn', 'scores')`.execute(db)
    await sql`insert into season_teams
      (league_id, season, team_id, name, abbrev, wins, losses, ties, points_for, points_against)
      values (1, 2026, 1, 'Anchors', 'ANC', 0, 0, 0, 0, 0), (1, 2026, 2, 'Buoys', 'BUO', 0, 0, 0, 0, 0)`.execute(
      db,
    )
    await sql`insert into season_games (league_id, season, game_id, period, bracket, result, home_team_id, home_points,
      home_adjustment, away_team_id, away_points, away_adjustment)
      values (1, 2026, 7, 1, 'regular', 'home', 1, 10150, 0, 2, 8802, 0)`.execute(db)
    const readGames = async () => (await sql`select * from season_games`.execute(db)).rows
    const before = await readGames()
    await migrate(db, '0066-game-timelines')
    expect(await readGames()).toEqual(before)
    expect(await listTimelinePoints(db, 1, 2026, 7)).toEqual([])

    const versionOf = async () =>
      (
        await sql<{ version: number }>`select max(version) as version from data_versions
        where league_id = 1 and kind = 'season'`.execute(db)
      ).rows[0]?.version ?? 0
    const [first, insertPoint] = [
      await versionOf(),
      (probability: number) =>
        sql`insert into game_timeline_points
          (league_id, season, game_id, at, state, home_points, away_points, home_probability)
          values (1, 2026, 7, 60000, 'live', 0, 0, ${probability})`.execute(db),
    ]
    await expect(insertPoint(1_000_001)).rejects.toThrow(/check/i)
    await insertPoint(500_000)
    const second = await versionOf()
    await sql`delete from seasons`.execute(db)
    expect(await listTimelinePoints(db, 1, 2026, 7)).toHaveLength(1)
    await sql`delete from leagues`.execute(db)
    expect(await listTimelinePoints(db, 1, 2026, 7)).toEqual([])
    expect(second).toBeGreaterThan(first)
  } finally {
    await db.destroy()
    await drop()
  }
})
