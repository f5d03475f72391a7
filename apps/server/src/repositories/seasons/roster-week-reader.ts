import { type RosterWeek, toRosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { mapInTurns } from '../../jobs/take-turns.ts'
import { toTeamLineup } from './archive-rows.ts'

/** Reads the lineups of whole seasons, reviewed once. */
export interface RosterWeekReader {
  /** Ordered by week, then by team; empty if no lineups are stored. */
  listRosterWeeks(leagueId: number, season: number): Promise<RosterWeek[]>
  /** The newest stored roster of each team, ordered by team; empty if no lineups are stored. */
  listNewestRosters(leagueId: number, season: number): Promise<RosterWeek[]>
}

export function rosterWeekReader(db: Kysely<Database>): RosterWeekReader {
  return {
    async listRosterWeeks(leagueId, season) {
      const lineups = db.selectFrom('lineups').where('league_id', '=', leagueId).where('season', '=', season)
      const weeks = await lineups.select('week').distinct().orderBy('week').execute()
      const rosters: RosterWeek[] = []
      // Week by week, because reading the rows of a large season takes a tenth of a second.
      for (const { week } of weeks) {
        const rows = await lineups.selectAll().where('week', '=', week).orderBy('team_id').execute()
        rosters.push(...(await mapInTurns(rows, (row) => toRosterWeek(week, toTeamLineup(row)))))
      }
      return rosters
    },

    async listNewestRosters(leagueId, season) {
      const newest = db
        .selectFrom('lineups')
        .select(['team_id', db.fn.max('week').as('week')])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .groupBy('team_id')
        .as('newest')
      const rows = await db
        .selectFrom('lineups')
        .innerJoin(newest, (join) =>
          join.onRef('newest.team_id', '=', 'lineups.team_id').onRef('newest.week', '=', 'lineups.week'),
        )
        .selectAll('lineups')
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .orderBy('lineups.team_id')
        .execute()
      return rows.map((row) => toRosterWeek(row.week, toTeamLineup(row)))
    },
  }
}
