import { type Kysely, sql } from 'kysely'

/** An assignment belongs to the owner of a team instead of its number, which can go to someone else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owner_assignments')
    .addColumn('league_id', 'bigint', (column) =>
      column.notNull().references('leagues.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'integer', (column) => column.notNull())
    .addColumn('season', 'integer')
    .addColumn('member_id', 'text')
    .addPrimaryKeyConstraint('owner_assignments_key', ['league_id', 'user_id'])
    .execute()
  await moveAssignments(db)
  await db.schema.dropTable('team_assignments').execute()
  await db.schema.alterTable('owner_assignments').renameTo('team_assignments').execute()
  await db.schema.createIndex('team_assignments_by_user').on('team_assignments').column('user_id').execute()
}

type OldTables = {
  team_assignments: { league_id: number; team_id: number; user_id: number }
  owner_assignments: {
    league_id: number
    user_id: number
    team_id: number
    season: number | null
    member_id: string | null
  }
  season_teams: { league_id: number; season: number; team_id: number }
  season_team_owners: {
    league_id: number
    season: number
    team_id: number
    member_id: string
    position: number
  }
  audit_log: { id: number; at: number; action: string; league_id: number | null; detail: string }
}

async function moveAssignments(db: Kysely<OldTables>): Promise<void> {
  const assignments = await db.selectFrom('team_assignments').selectAll().orderBy('league_id').execute()
  const assignedAt = await findAssignmentTimes(db)
  for (const { league_id, team_id, user_id } of assignments) {
    const seasons = await db
      .selectFrom('season_teams as team')
      .leftJoin('season_team_owners as owner', (join) =>
        join
          .onRef('owner.league_id', '=', 'team.league_id')
          .onRef('owner.season', '=', 'team.season')
          .onRef('owner.team_id', '=', 'team.team_id')
          .on('owner.position', '=', sql.lit(0)),
      )
      .select(['team.season', 'owner.member_id'])
      .where('team.league_id', '=', league_id)
      .where('team.team_id', '=', team_id)
      .orderBy('team.season', 'desc')
      .execute()
    const at = assignedAt.get(`${league_id} ${team_id}`)
    // Admins assign the teams of the newest season, which was not a later one than the NFL's.
    const assigned = seasons.find(({ season }) => at === undefined || season <= seasonAt(at)) ?? seasons[0]
    await db
      .insertInto('owner_assignments')
      .values({
        league_id,
        user_id,
        team_id,
        season: assigned?.season ?? null,
        member_id: assigned?.member_id ?? null,
      })
      .execute()
  }
}

/** When each team was last assigned, in milliseconds, by league and team ID. */
async function findAssignmentTimes(db: Kysely<OldTables>): Promise<Map<string, number>> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['league_id', 'at', 'detail'])
    .where('action', '=', 'league.assign-team')
    .orderBy('id')
    .execute()
  return new Map(
    entries.map(({ league_id, at, detail }) => {
      const { team_id } = JSON.parse(detail) as { team_id?: number }
      return [`${league_id} ${team_id}`, at]
    }),
  )
}

/** The NFL season at a time in milliseconds. A season begins on March 1 (UTC). */
function seasonAt(at: number): number {
  const date = new Date(at)
  return date.getUTCMonth() >= 2 ? date.getUTCFullYear() : date.getUTCFullYear() - 1
}
