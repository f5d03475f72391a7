import type { Draft } from '@fieldhouse/domain/rosters/archive'
import type { LineupEntry, TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { type RosterWeek, toRosterWeek } from '@fieldhouse/domain/rosters/roster-week'
import {
  type LeagueTransaction,
  mergeTransactions,
  type WeekTransactions,
} from '@fieldhouse/domain/rosters/transactions'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { mapInTurns, workInTurn } from '../../jobs/take-turns.ts'
import { toPicks, toTeamLineup, toTransactions } from './archive-rows.ts'

/** A player in a team's lineup of an NFL week. */
export type PlayerEntry = { season: number; week: number; teamId: number; entry: LineupEntry }

/** Reads the archive of a league: lineups, drafts and transactions of its stored seasons. */
export interface ArchiveReader {
  /** Ordered by team id; empty if none are stored. */
  listLineups(leagueId: number, season: number, week: number): Promise<TeamLineup[]>
  /** null if the lineup is not stored. */
  findLineup(leagueId: number, season: number, week: number, teamId: number): Promise<TeamLineup | null>
  /** NFL weeks, ascending. */
  listWeeksWithLineups(leagueId: number, season: number): Promise<number[]>
  hasLineups(leagueId: number, season: number): Promise<boolean>
  /** The lineups of a season, reviewed. Ordered by week, then by team; empty if none are stored. */
  listRosterWeeks(leagueId: number, season: number): Promise<RosterWeek[]>
  /** The newest stored roster of each team, ordered by team; empty if no lineups are stored. */
  listNewestRosters(leagueId: number, season: number): Promise<RosterWeek[]>
  /** A player's entries in the lineups of all seasons, oldest first. */
  listPlayerEntries(leagueId: number, playerId: number): Promise<PlayerEntry[]>
  /** The picks are in draft order. null if no draft is stored. */
  findDraft(leagueId: number, season: number): Promise<Pick<Draft, 'isComplete' | 'kind' | 'picks'> | null>
  /**
   * Oldest first, each once, in the week in which it was decided. Of one NFL week if `week` is given, otherwise of
   * all stored weeks.
   */
  listTransactions(leagueId: number, season: number, week?: number): Promise<LeagueTransaction[]>
  /** As reported by the provider for each week, oldest week first, or for one week. */
  listTransactionWeeks(leagueId: number, season: number, week?: number): Promise<WeekTransactions[]>
}

export function archiveReader(db: Kysely<Database>): ArchiveReader {
  const selectLineups = (leagueId: number, season: number) =>
    db.selectFrom('lineups').where('league_id', '=', leagueId).where('season', '=', season)

  return {
    async listLineups(leagueId, season, week) {
      const rows = await selectLineups(leagueId, season)
        .selectAll()
        .where('week', '=', week)
        .orderBy('team_id')
        .execute()
      return rows.map(toTeamLineup)
    },

    async findLineup(leagueId, season, week, teamId) {
      const row = await selectLineups(leagueId, season)
        .selectAll()
        .where('week', '=', week)
        .where('team_id', '=', teamId)
        .executeTakeFirst()
      return row === undefined ? null : toTeamLineup(row)
    },

    async listWeeksWithLineups(leagueId, season) {
      const rows = await selectLineups(leagueId, season).select('week').distinct().orderBy('week').execute()
      return rows.map(({ week }) => week)
    },

    async hasLineups(leagueId, season) {
      return (await selectLineups(leagueId, season).select('week').limit(1).executeTakeFirst()) !== undefined
    },

    async listRosterWeeks(leagueId, season) {
      const lineups = selectLineups(leagueId, season)
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

    async listPlayerEntries(leagueId, playerId) {
      const rows = await db
        .selectFrom('lineups')
        .selectAll()
        .where('league_id', '=', leagueId)
        // The ID is followed by the name. Parsing every lineup of the league would take a hundred times as long.
        .where('entries', 'like', `%,${playerId},"%`)
        .orderBy('season')
        .orderBy('week')
        .orderBy('team_id')
        .execute()
      return rows.flatMap((row) => {
        const { teamId, entries } = toTeamLineup(row)
        const entry = entries.find((each) => each.playerId === playerId)
        return entry === undefined ? [] : [{ season: row.season, week: row.week, teamId, entry }]
      })
    },

    async findDraft(leagueId, season) {
      const row = await db
        .selectFrom('drafts')
        .select(['is_complete', 'kind', 'picks'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      if (row === undefined) return null
      return { isComplete: row.is_complete === 1, kind: row.kind, picks: toPicks(row.picks) }
    },

    async listTransactions(leagueId, season, week) {
      const weeks = await this.listTransactionWeeks(leagueId, season)
      const merged = await workInTurn(() => mergeTransactions(weeks))
      return week === undefined ? merged : merged.filter((each) => each.week === week)
    },

    async listTransactionWeeks(leagueId, season, only) {
      const rows = await db
        .selectFrom('transaction_weeks')
        .select(['week', 'transactions'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .$if(only !== undefined, (query) => query.where('week', '=', only ?? 0))
        .orderBy('week')
        .execute()
      return mapInTurns(rows, ({ week, transactions }) => ({
        season,
        week,
        transactions: toTransactions(transactions),
      }))
    },
  }
}
