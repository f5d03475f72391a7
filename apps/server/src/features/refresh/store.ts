import type { SeasonWealth } from '@fieldhouse/domain/season-replacement'
import type { Db } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { type NewSeason, replaceSeason, storedWealth } from '../../database/season-store.ts'
import { inTransaction } from '../../database/transaction.ts'

/** A refresh that does not end within this is taken to have died. */
const LEASE_MS = 5 * 60 * 1000

export type RefreshResult = { season: number; status: 'ok' | 'skipped' | 'error'; error: string | null }

export type LeagueToRefresh = { id: number; name: string; espnLeagueId: number }

export type LeagueStatus = {
  name: string
  season: number | null
  lastStatus: 'ok' | 'skipped' | 'error' | null
  lastError: string | null
  updatedAt: Date | null
  /** When good data was last stored. */
  lastUpdated: Date | null
  isRunning: boolean
}

export type RefreshStore = ReturnType<typeof refreshStore>

export function refreshStore(db: Db) {
  return {
    /** Takes the right to refresh a league, for a while; false when somebody else has it. */
    async takeLease(leagueId: number, token: string, now: Date): Promise<boolean> {
      await db
        .insertInto('refreshes')
        .values({ league_id: leagueId })
        .onConflict((conflict) => conflict.column('league_id').doNothing())
        .execute()
      const { numUpdatedRows } = await db
        .updateTable('refreshes')
        .set({ lease_token: token, lease_until: now.getTime() + LEASE_MS })
        .where('league_id', '=', leagueId)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now.getTime())]))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Stores a season and that it went well, and gives the lease back; false when the lease was lost. */
    async finishWithSeason(leagueId: number, token: string, stored: NewSeason, now: Date): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const isOurs = await giveLease(transaction, leagueId, token, now, {
          season: stored.season.season,
          status: 'ok',
          error: null,
        })
        if (!isOurs) return false
        await replaceSeason(transaction, leagueId, stored, now)
        const data = { season: stored.season.season }
        await recordEvent(transaction, leagueId, { name: 'scoreboard', data }, now)
        return true
      })
    },

    /** Notes that nothing was stored and why, and gives the lease back. */
    async finishWithout(leagueId: number, token: string, result: RefreshResult, now: Date): Promise<void> {
      await giveLease(db, leagueId, token, now, result)
    },

    /** How much is stored of a season: what a new answer must not be poorer than. */
    storedWealth: (leagueId: number, season: number): Promise<SeasonWealth | null> =>
      storedWealth(db, leagueId, season),

    async allLeagues(): Promise<LeagueToRefresh[]> {
      const rows = await db
        .selectFrom('leagues')
        .select(['id', 'name', 'espn_league_id'])
        .orderBy('name_key')
        .execute()
      return rows.map((row) => ({ id: row.id, name: row.name, espnLeagueId: row.espn_league_id }))
    },

    /** The status of every league by name, or of those that a user is admin of. */
    async statuses(ofAdmin: number | null, now: Date): Promise<LeagueStatus[]> {
      let query = db
        .selectFrom('leagues')
        .leftJoin('refreshes', 'refreshes.league_id', 'leagues.id')
        .select([
          'leagues.name',
          'refreshes.season',
          'refreshes.last_status',
          'refreshes.last_error',
          'refreshes.updated_at',
          'refreshes.lease_until',
        ])
        .select((eb) =>
          eb
            .selectFrom('seasons')
            .select(({ fn }) => fn.max('seasons.fetched_at').as('newest'))
            .whereRef('seasons.league_id', '=', 'leagues.id')
            .as('last_updated'),
        )
        .orderBy('leagues.name_key')
      if (ofAdmin !== null) {
        query = query
          .innerJoin('memberships', 'memberships.league_id', 'leagues.id')
          .where('memberships.user_id', '=', ofAdmin)
          .where('memberships.role', '=', 'admin')
      }
      const rows = await query.execute()
      return rows.map((row) => ({
        name: row.name,
        season: row.season,
        lastStatus: row.last_status,
        lastError: row.last_error,
        updatedAt: instant(row.updated_at),
        lastUpdated: instant(row.last_updated),
        isRunning: row.lease_until !== null && row.lease_until >= now.getTime(),
      }))
    },
  }
}

async function giveLease(
  db: Pick<Db, 'updateTable'>,
  leagueId: number,
  token: string,
  now: Date,
  result: RefreshResult,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refreshes')
    .set({
      season: result.season,
      last_status: result.status,
      last_error: result.error,
      updated_at: now.getTime(),
      lease_until: null,
      lease_token: null,
    })
    .where('league_id', '=', leagueId)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function instant(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
