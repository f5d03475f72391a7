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

/** Reads the archive of a league: lineups, drafts and transactions of its stored seasons. */
export interface ArchiveReader {
  /** Ordered by team id; empty if none are stored. */
  listLineups(leagueId: number, season: number, week: number): Promise<TeamLineup[]>
  /** null if the lineup is not stored. */
  findLineup(leagueId: number, season: number, week: number, teamId: number): Promise<TeamLineup | null>
  /** NFL weeks, ascending. */
  listWeeksWithLineups(leagueId: number, season: number): Promise<number[]>
  hasLineups(leagueId: number, season: number): Promise<boolean>
  /** The picks are in draft order. null if no draft is stored. */
  findDraft(leagueId: number, season: number): Promise<Pick<Draft, 'isComplete' | 'picks'> | null>
  /**
   * Oldest first, each once, in the week in which it was decided. Of one NFL week if `week` is given, otherwise of
   * all stored weeks.
   */
  listTransactions(leagueId: number, season: number, week?: number): Promise<LeagueTransaction[]>
  /** As reported by the provider for each week, oldest week first. */
  listTransactionWeeks(leagueId: number, season: number): Promise<WeekTransactions[]>
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
      return rows.map(parseLineupRow)
    },

    async findLineup(leagueId, season, week, teamId) {
      const row = await selectLineups(leagueId, season)
        .selectAll()
        .where('week', '=', week)
        .where('team_id', '=', teamId)
        .executeTakeFirst()
      return row === undefined ? null : parseLineupRow(row)
    },

    async listWeeksWithLineups(leagueId, season) {
      const rows = await selectLineups(leagueId, season).select('week').distinct().orderBy('week').execute()
      return rows.map(({ week }) => week)
    },

    async hasLineups(leagueId, season) {
      return (await selectLineups(leagueId, season).select('week').limit(1).executeTakeFirst()) !== undefined
    },

    async findDraft(leagueId, season) {
      const row = await db
        .selectFrom('drafts')
        .select(['is_complete', 'picks'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      return row === undefined ? null : { isComplete: row.is_complete === 1, picks: parsePicks(row.picks) }
    },

    async listTransactions(leagueId, season, week) {
      const merged = mergeTransactions(await this.listTransactionWeeks(leagueId, season))
      return week === undefined ? merged : merged.filter((each) => each.week === week)
    },

    async listTransactionWeeks(leagueId, season) {
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
