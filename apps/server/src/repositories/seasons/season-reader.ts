import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type LeagueInfo, leagueInfoOf } from '@fieldhouse/domain/seasons/league-info'
import { type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { readPersons } from '../leagues/assignment-reader.ts'
import { findSeason, listSeasons as listStored } from '../season-documents/stored-seasons.ts'

export type { LeagueInfo }

/** Queries on stored seasons that several features share. */
export interface SeasonReader {
  /** Stored seasons, newest first. */
  listSeasons(leagueId: number): Promise<number[]>
  /** The newest stored season; the current NFL season if none is stored. */
  getCurrentSeason(leagueId: number, now: Date): Promise<number>
  /** null without a stored season. */
  getLeagueInfo(leagueId: number): Promise<LeagueInfo | null>
  /** Seasons that are not stored have head-to-head points. */
  getFormat(leagueId: number, season: number): Promise<ScoringFormat>
  /** How current the data of a season is, for the fields `updated_at` and `last_error`. */
  getFreshness(
    leagueId: number,
    season: number,
  ): Promise<{
    updatedAt: Date | null
    lastError: string | null
    /** Whose data they are, with the league's ID there in this season; null for a CSV file, and if not stored. */
    provider: ProviderName | null
    providerLeagueId: string | null
  }>
}

export function seasonReader(db: Db): SeasonReader {
  return {
    async listSeasons(leagueId) {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .orderBy('season', 'desc')
        .execute()
      return rows.map((row) => row.season)
    },

    async getCurrentSeason(leagueId, now) {
      const [newest] = await this.listSeasons(leagueId)
      return newest ?? seasonAt(now)
    },

    async getLeagueInfo(leagueId) {
      const personOf = await readPersons(db, [leagueId])
      return leagueInfoOf(await listStored(db, leagueId), (memberId) => personOf(leagueId, memberId))
    },

    async getFormat(leagueId, season) {
      return scoringFormatOf((await findSeason(db, leagueId, season))?.scoringType ?? null)
    },

    async getFreshness(leagueId, season) {
      const stored = await db
        .selectFrom('seasons')
        .select(['fetched_at', 'provider', 'provider_league_id'])
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      const refresh = await db
        .selectFrom('refreshes')
        .select(['season', 'last_error'])
        .where('league_id', '=', leagueId)
        .executeTakeFirst()
      return {
        updatedAt: stored === undefined ? null : new Date(stored.fetched_at),
        lastError: refresh?.season === season ? refresh.last_error : null,
        provider: stored?.provider ?? null,
        providerLeagueId: stored?.provider_league_id ?? null,
      }
    },
  }
}
