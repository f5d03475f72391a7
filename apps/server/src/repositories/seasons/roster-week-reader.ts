import { type RosterWeek, toRosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { parseLineupRow } from './archive-rows.ts'

/** Reads the lineups of whole seasons, reviewed once. */
export interface RosterWeekReader {
  /** Ordered by week, then by team; empty if no lineups are stored. */
  listRosterWeeks(leagueId: number, season: number): Promise<RosterWeek[]>
}

export function rosterWeekReader(db: Kysely<Database>): RosterWeekReader {
  return {
    async listRosterWeeks(leagueId, season) {
      const rows = await db
        .selectFrom('lineups')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .orderBy('week')
        .orderBy('team_id')
        .execute()
      return rows.map((row) => toRosterWeek(row.week, parseLineupRow(row)))
    },
  }
}
