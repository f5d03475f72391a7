import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import type { Db } from '../../database/engine/database.ts'
import { listUsersByLeague } from '../../repositories/leagues/assignment-reader.ts'
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
        .innerJoin('season_teams as team', (join) =>
          join
            .onRef('team.league_id', '=', 'lineups.league_id')
            .onRef('team.season', '=', 'lineups.season')
            .onRef('team.team_id', '=', 'lineups.team_id'),
        )
        .selectAll('lineups')
        .select('team.name')
        .where('lineups.league_id', 'in', leagueIds)
        .where('lineups.season', '=', season)
        .where('lineups.week', '=', week)
        .orderBy('lineups.league_id')
        .orderBy('lineups.team_id')
        .execute()
      const users = await listUsersByLeague(
        db,
        leagueIds.map((leagueId) => ({ leagueId, season })),
      )
      return rows.flatMap((row) => {
        const userId = users.get(row.league_id)?.get(row.team_id)
        if (userId === undefined) return []
        return [{ leagueId: row.league_id, userId, team: row.name, entries: toTeamLineup(row).entries }]
      })
    },
  }
}
