import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { connect, type Db, migrate } from '../engine/database.ts'

/** Team 9 belongs to {A} in 2025 and to {B} in 2026; team 5 has no owner. */
async function fillPreviousRelease(db: Db): Promise<void> {
  await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
    values (1, 'Harbour', 'harbour', 4711, 0, 0), (2, 'Island', 'island', 4712, 0, 0)`.execute(db)
  for (const id of [1, 2, 3]) {
    await sql`insert into users (id, username, username_key, email, first_name, last_name, password_hash, is_admin,
      is_staff, created_at) values (${id}, ${`user${id}`}, ${`user${id}`}, '', '', '', '', 0, 0, 0)`.execute(
      db,
    )
  }
  for (const league of [1, 2]) {
    for (const [season, owner] of [
      [2025, '{A}'],
      [2026, '{B}'],
    ]) {
      await sql`insert into seasons (league_id, season, size, is_drafted, is_finished, details, fetched_at, source,
        depth) values (${league}, ${season}, 2, 1, 1, '{}', 0, 'espn', 'scores')`.execute(db)
      for (const team of [9, 5]) {
        await sql`insert into season_teams (league_id, season, team_id, name, abbrev, wins, losses, ties, points_for,
          points_against) values (${league}, ${season}, ${team}, 'Team', 'T', 0, 0, 0, 0, 0)`.execute(db)
      }
      for (const member of [owner, '{C}']) {
        await sql`insert into season_members (league_id, season, member_id, name, is_manager, is_creator)
          values (${league}, ${season}, ${member}, ${member}, 0, 0)`.execute(db)
      }
      await sql`insert into season_team_owners (league_id, season, team_id, member_id, position)
        values (${league}, ${season}, 9, ${owner}, 0), (${league}, ${season}, 9, '{C}', 1)`.execute(db)
    }
  }
  await sql`insert into team_assignments (league_id, team_id, user_id)
    values (1, 9, 1), (1, 5, 2), (1, 77, 3), (2, 9, 1)`.execute(db)
  await sql`insert into audit_log (at, actor_id, actor_name, action, league_id, detail) values
    (${Date.UTC(2024, 8)}, 1, 'user1', 'league.assign-team', 1, '{"team_id":9,"username":"user2"}'),
    (${Date.UTC(2026, 1)}, 1, 'user1', 'league.assign-team', 1, '{"team_id":9,"username":"user1"}')`.execute(
    db,
  )
}

it('binds each assignment to the owner whom the team had when it was assigned', async () => {
  const { address, drop } = await createEmptyDatabase(TEST_ENGINE)
  const db = connect(address)
  try {
    await migrate(db, '0021-jobs')
    await fillPreviousRelease(db)
    await migrate(db, '0022-assignments-follow-owners')
    const assignments = db.selectFrom('team_assignments').selectAll().orderBy('league_id').orderBy('user_id')
    expect(await assignments.execute()).toEqual([
      { league_id: 1, user_id: 1, team_id: 9, season: 2025, member_id: '{A}' },
      { league_id: 1, user_id: 2, team_id: 5, season: 2026, member_id: null },
      { league_id: 1, user_id: 3, team_id: 77, season: null, member_id: null },
      { league_id: 2, user_id: 1, team_id: 9, season: 2026, member_id: '{B}' },
    ])
    await db.deleteFrom('users').where('id', '=', 1).execute()
    expect(await db.selectFrom('team_assignments').select('user_id').execute()).toHaveLength(2)
  } finally {
    await db.destroy()
    await drop()
  }
})
