import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { commissionerOf, knownSeasons, seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Db } from '../../database/engine/database.ts'
import { parseSeasonDetails } from './season-rows.ts'

export type LeagueInfo = {
  /** Stored seasons, newest first. */
  seasons: number[]
  /** The number of seasons up to the newest stored one, stored or not. */
  seasonNumber: number
  /** The first season, stored or not. */
  firstYear: number
  commissioner: string | null
}

/** Queries on stored seasons that several features share. */
export interface SeasonReader {
  /** Stored seasons, newest first. */
  listSeasons(leagueId: number): Promise<number[]>
  /** The newest stored season; the current NFL season if none is stored. */
  getCurrentSeason(leagueId: number, now: Date): Promise<number>
  /**
   * The league's seasons, also those that only the provider lists, and the commissioner, from the newest season that names one. null without a stored
   * season.
   */
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
      const stored = await db
        .selectFrom('seasons')
        .select(['season', 'details'])
        .where('league_id', '=', leagueId)
        .orderBy('season', 'desc')
        .execute()
      const current = stored[0]?.season
      if (current === undefined) return null
      const known = knownSeasons(
        stored.map(({ season, details }) => ({
          season,
          previousSeasons: parseSeasonDetails(details).previousSeasons,
        })),
      )
      const rows = await db
        .selectFrom('season_members')
        .selectAll()
        .where('league_id', '=', leagueId)
        .where((eb) => eb.or([eb('is_manager', '=', 1), eb('is_creator', '=', 1)]))
        .orderBy('season', 'desc')
        .orderBy('name')
        .execute()
      const newest = rows.filter((row) => row.season === rows[0]?.season)
      const names = await listPersonNames(
        leagueId,
        newest.map((row) => row.member_id),
      )
      return {
        seasons: stored.map(({ season }) => season),
        seasonNumber: known.filter((season) => season <= current).length,
        firstYear: known[0] ?? current,
        commissioner: commissionerOf(
          newest.map((row) => ({
            memberId: row.member_id,
            name: names.get(row.member_id) ?? row.name,
            isManager: row.is_manager === 1,
            isCreator: row.is_creator === 1,
          })),
        ),
      }
    },

    async getFormat(leagueId, season) {
      const row = await db
        .selectFrom('seasons')
        .select('scoring_type')
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .executeTakeFirst()
      return scoringFormatOf(row?.scoring_type ?? null)
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

  /** The newest names of the people into whom accounts are merged, by account. */
  async function listPersonNames(
    leagueId: number,
    memberIds: readonly string[],
  ): Promise<Map<string, string>> {
    if (memberIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('owner_merges')
      .innerJoin('season_members', (join) =>
        join
          .onRef('season_members.league_id', '=', 'owner_merges.league_id')
          .onRef('season_members.member_id', '=', 'owner_merges.person_id'),
      )
      .select(['owner_merges.member_id', 'season_members.name'])
      .where('owner_merges.league_id', '=', leagueId)
      .where('owner_merges.member_id', 'in', memberIds)
      .orderBy('season_members.season')
      .execute()
    return new Map(rows.map(({ member_id, name }) => [member_id, name]))
  }
}
