import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import type { Draft } from '@fieldhouse/domain/rosters/archive'
import { hasProjections, type WeekOfLineups, withEstimates } from '@fieldhouse/domain/rosters/expected-points'
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

export type PlayerEntry = { season: number; week: number; teamId: number; entry: LineupEntry }

export type ArchiveReader = ReturnType<typeof archiveReader>

/** Reads the archive of a league: lineups, drafts and transactions of its stored seasons. */
export function archiveReader(db: Kysely<Database>) {
  const selectLineups = (leagueId: number, season: number) =>
    db.selectFrom('lineups').where('league_id', '=', leagueId).where('season', '=', season)

  return {
    /** Ordered by team id; empty if none are stored. */
    async listLineups(leagueId: number, season: number, week: number): Promise<TeamLineup[]> {
      const lineups = selectLineups(leagueId, season).selectAll().where('week', '=', week)
      return (await lineups.orderBy('team_id').execute()).map((row) => toTeamLineup(row))
    },

    /** The lineups of the weeks of a season before a week. */
    async listWeeksBefore(leagueId: number, season: number, week: number): Promise<WeekOfLineups[]> {
      const rows = await selectLineups(leagueId, season).selectAll().where('week', '<', week).execute()
      const lineups = await mapInTurns(rows, (row) => ({ week: row.week, ...toTeamLineup(row) }))
      return [...Map.groupBy(lineups, (lineup) => lineup.week)].map(([ofWeek, teams]) => ({
        week: ofWeek,
        lineups: teams,
      }))
    },

    /** null if the lineup is not stored. */
    async findLineup(
      leagueId: number,
      season: number,
      week: number,
      teamId: number,
    ): Promise<TeamLineup | null> {
      const lineups = selectLineups(leagueId, season).selectAll().where('week', '=', week)
      const row = await lineups.where('team_id', '=', teamId).executeTakeFirst()
      return row === undefined ? null : toTeamLineup(row)
    },

    /** NFL weeks, ascending. */
    async listWeeksWithLineups(leagueId: number, season: number): Promise<number[]> {
      const rows = await selectLineups(leagueId, season).select('week').distinct().orderBy('week').execute()
      return rows.map(({ week }) => week)
    },

    async hasLineups(leagueId: number, season: number): Promise<boolean> {
      return (await selectLineups(leagueId, season).select('week').limit(1).executeTakeFirst()) !== undefined
    },

    /** The lineups of a season, reviewed. Ordered by week, then by team; empty if none are stored. */
    async listRosterWeeks(leagueId: number, season: number): Promise<RosterWeek[]> {
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

    /** The newest stored roster of each team, ordered by team; empty if no lineups are stored. */
    async listNewestRosters(leagueId: number, season: number): Promise<RosterWeek[]> {
      const newest = selectLineups(leagueId, season)
        .select(['team_id', db.fn.max('week').as('week')])
        .groupBy('team_id')
        .as('newest')
      const rows = await selectLineups(leagueId, season)
        .innerJoin(newest, (join) =>
          join.onRef('newest.team_id', '=', 'lineups.team_id').onRef('newest.week', '=', 'lineups.week'),
        )
        .selectAll('lineups')
        .orderBy('lineups.team_id')
        .execute()
      return rows.map((row) => toRosterWeek(row.week, toTeamLineup(row)))
    },

    /** A player's entries in the lineups of all seasons, oldest first. */
    async listPlayerEntries(leagueId: number, playerId: number): Promise<PlayerEntry[]> {
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

    /** The picks are in draft order. null if no draft is stored. */
    async findDraft(
      leagueId: number,
      season: number,
    ): Promise<Pick<Draft, 'isComplete' | 'kind' | 'picks'> | null> {
      const row = await db
        .selectFrom('drafts')
        .select(['is_complete', 'kind', 'picks'])
        .where((eb) => eb.and({ league_id: leagueId, season }))
        .executeTakeFirst()
      if (row === undefined) return null
      return { isComplete: row.is_complete === 1, kind: row.kind, picks: toPicks(row.picks) }
    },

    /** Oldest first, each once, in the week in which it was decided. */
    async listTransactions(leagueId: number, season: number): Promise<LeagueTransaction[]> {
      const weeks = await this.listTransactionWeeks(leagueId, season)
      return workInTurn(() => mergeTransactions(weeks))
    },

    /** As reported by the provider for each week, oldest week first, or for one week. */
    async listTransactionWeeks(leagueId: number, season: number, only?: number): Promise<WeekTransactions[]> {
      const rows = await db
        .selectFrom('transaction_weeks')
        .select(['week', 'transactions'])
        .where((eb) => eb.and({ league_id: leagueId, season }))
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

/** Above the number of every NFL week. */
const AFTER_LAST_WEEK = 100

type EstimatedWeek = {
  leagueId: number
  season: number
  week: number
  isBestBall: boolean
  lineups: readonly TeamLineup[]
  /** null if the schedule is unknown. */
  nflWeek: NflWeek | null
}

/** The lineups of a week that is not over, with estimates in place of projections that the provider does not have. */
export async function estimateLineups(
  archive: Pick<ArchiveReader, 'listWeeksBefore'>,
  { leagueId, season, week, lineups, ...estimated }: EstimatedWeek,
): Promise<TeamLineup[]> {
  if (lineups.length === 0 || hasProjections(lineups)) return [...lineups]
  const earlier = await archive.listWeeksBefore(leagueId, season, week)
  const lastSeason =
    earlier.length > 0 ? [] : await archive.listWeeksBefore(leagueId, season - 1, AFTER_LAST_WEEK)
  return withEstimates({ lineups, earlier, lastSeason, ...estimated })
}
