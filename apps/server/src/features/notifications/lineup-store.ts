import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import type { Db } from '../../database/engine/database.ts'
import { listUsersByLeague } from '../../repositories/leagues/assignment-reader.ts'
import { listSeasonsOf } from '../../repositories/season-documents/stored-seasons.ts'
import { toTeamLineup } from '../../repositories/seasons/archive-rows.ts'

/** The lineup of a league member's team in a week. */
export type MemberLineup = { leagueId: number; userId: number; team: string; entries: readonly LineupEntry[] }

/** What members may have forgotten to do, for many leagues at a time. */
export interface LineupStore {
  /** Returns the members who have a pick for a week, as `<league id> <user id>`. */
  findPickers(leagueIds: readonly number[], week: BettingWeek): Promise<Set<string>>
  /** Lists the lineups of all members who have a team. */
  listLineups(leagueIds: readonly number[], week: BettingWeek): Promise<MemberLineup[]>
}

export function lineupStore(db: Db): LineupStore {
  return {
    async findPickers(leagueIds, { season, week }) {
      if (leagueIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('picks')
        .select(['league_id', 'user_id'])
        .where('league_id', 'in', leagueIds)
        .where('season', '=', season)
        .where('week', '=', week)
        .where('text', '!=', '')
        .execute()
      return new Set(rows.map((row) => `${row.league_id} ${row.user_id}`))
    },

    async listLineups(leagueIds, { season, week }) {
      if (leagueIds.length === 0) return []
      const rows = await db
        .selectFrom('lineups')
        .selectAll()
        .where('league_id', 'in', leagueIds)
        .where('season', '=', season)
        .where('week', '=', week)
        .orderBy('league_id')
        .orderBy('team_id')
        .execute()
      const wanted = leagueIds.map((leagueId) => ({ leagueId, season }))
      const users = await listUsersByLeague(db, wanted)
      const stored = await listSeasonsOf(db, wanted)
      return rows.flatMap((row) => {
        const userId = users.get(row.league_id)?.get(row.team_id)
        const team = stored.get(row.league_id)?.teams.find(({ teamId }) => teamId === row.team_id)
        if (userId === undefined || team === undefined) return []
        return [{ leagueId: row.league_id, userId, team: team.name, entries: toTeamLineup(row).entries }]
      })
    },
  }
}
