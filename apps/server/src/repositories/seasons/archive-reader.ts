import type { Draft } from '@fieldhouse/domain/rosters/archive'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import {
  type LeagueTransaction,
  mergeTransactions,
  type WeekTransactions,
} from '@fieldhouse/domain/rosters/transactions'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/schema.ts'
import { parseLineupRow, parsePicks, parseTransactions } from './archive-rows.ts'

export type ArchiveReader = ReturnType<typeof archiveReader>

/** Reads the archive of a league: lineups, drafts and transactions of its stored seasons. */
export function archiveReader(db: Kysely<Database>) {
  const selectLineups = (leagueId: number, season: number) =>
    db.selectFrom('lineups').where('league_id', '=', leagueId).where('season', '=', season)

  return {
    /** Ordered by team id; empty if none are stored. */
    async listLineups(leagueId: number, season: number, week: number): Promise<TeamLineup[]> {
      const rows = await selectLineups(leagueId, season)
        .selectAll()
        .where('week', '=', week)
        .orderBy('team_id')
        .execute()
      return rows.map(parseLineupRow)
    },

    /** null if the lineup is not stored. */
    async findLineup(
      leagueId: number,
      season: number,
      week: number,
      teamId: number,
    ): Promise<TeamLineup | null> {
      const row = await selectLineups(leagueId, season)
        .selectAll()
        .where('week', '=', week)
        .where('team_id', '=', teamId)
        .executeTakeFirst()
      return row === undefined ? null : parseLineupRow(row)
    },

    /** NFL weeks, ascending. */
    async listWeeksWithLineups(leagueId: number, season: number): Promise<number[]> {
      const rows = await selectLineups(leagueId, season).select('week').distinct().orderBy('week').execute()
      return rows.map(({ week }) => week)
    },

    async hasLineups(leagueId: number, season: number): Promise<boolean> {
      return (await selectLineups(leagueId, season).select('week').limit(1).executeTakeFirst()) !== undefined
    },

    /** The picks are in draft order. null if no draft is stored. */
    async findDraft(leagueId: number, season: number): Promise<Pick<Draft, 'isComplete' | 'picks'> | null> {
      const row = await db
        .selectFrom('drafts')
        .select(['is_complete', 'picks'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      return row === undefined ? null : { isComplete: row.is_complete === 1, picks: parsePicks(row.picks) }
    },

    /**
     * Oldest first, each once, in the week in which it was decided. Of one NFL week if `week` is given, otherwise of
     * all stored weeks.
     */
    async listTransactions(leagueId: number, season: number, week?: number): Promise<LeagueTransaction[]> {
      const merged = mergeTransactions(await this.listTransactionWeeks(leagueId, season))
      return week === undefined ? merged : merged.filter((each) => each.week === week)
    },

    /** As reported by the provider for each week, oldest week first. */
    async listTransactionWeeks(leagueId: number, season: number): Promise<WeekTransactions[]> {
      const rows = await db
        .selectFrom('transaction_weeks')
        .select(['week', 'transactions'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .orderBy('week')
        .execute()
      return rows.map(({ week, transactions }) => ({
        season,
        week,
        transactions: parseTransactions(transactions),
      }))
    },
  }
}
