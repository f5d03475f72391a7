import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { parseJson } from '../../json/parse-json.ts'
import { translatePart } from '../../providers/espn/translate/archive-part.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { blockRefreshes, type RunningLeagueJob } from '../../repositories/leagues/block-refreshes.ts'
import { findProviderLeague } from '../../repositories/leagues/league-sources.ts'
import { writePart } from '../../repositories/seasons/archive-store.ts'
import {
  listArchiveResponses,
  listSeasonResponses,
  type PartResponses,
  toPartSource,
} from '../../repositories/seasons/provider-response-store.ts'
import { writeSeason } from '../../repositories/seasons/season-store.ts'
import { type TranslatedSeason, translateResponses } from './translate-responses.ts'

export type League = { id: number; name: string }

/** The rebuilt data of a season. */
export type RebuiltSeason = {
  kind: 'rebuilt'
  /** null if none of the season's responses are stored, only those of its archive. */
  translated: TranslatedSeason | null
  parts: ArchivePart[]
}

export interface RebuildStore {
  /** Lists all leagues sorted by name, or only the one with a normalized name. */
  listLeagues(nameKey: string | null): Promise<League[]>
  /** Lists the seasons of a league that are stored or have stored responses, oldest first. */
  listSeasons(leagueId: number): Promise<number[]>
  /**
   * Rebuilds a season and its archive from the stored raw responses. Changes nothing while the league is being
   * refreshed, and throws a ProviderError or SyntaxError if the responses can no longer be translated.
   */
  rebuild(
    league: League,
    season: number,
  ): Promise<
    | RebuiltSeason
    | { kind: 'no_responses' }
    /** The season is from a provider whose responses can only be translated when they are read. */
    | { kind: 'not_supported'; provider: ProviderName }
    | { kind: 'job_running'; job: RunningLeagueJob }
  >
}

export function rebuildStore(db: Db): RebuildStore {
  return {
    async listLeagues(nameKey) {
      const rows = await db
        .selectFrom('leagues')
        .select(['id', 'name'])
        .$if(nameKey !== null, (query) => query.where('name_key', '=', nameKey ?? ''))
        .orderBy('name_key')
        .execute()
      return rows
    },

    async listSeasons(leagueId) {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .union(db.selectFrom('provider_answers').select('season').where('league_id', '=', leagueId))
        .execute()
      return rows.map((row) => row.season).sort((a, b) => a - b)
    },

    rebuild(league, season) {
      return inTransaction(db, async (transaction) => {
        const job = await blockRefreshes(transaction, league.id)
        if (job !== null) return { kind: 'job_running', job }
        const storedSeason = await transaction
          .selectFrom('seasons')
          .select(['fetched_at', 'is_imported', 'provider', 'provider_league_id'])
          .where('league_id', '=', league.id)
          .where('season', '=', season)
          .executeTakeFirst()
        const source = await findProviderLeague(transaction, league.id, season)
        const provider = storedSeason === undefined ? source?.provider : storedSeason.provider
        if (provider === 'sleeper') return { kind: 'not_supported', provider }
        const leagueId = storedSeason?.provider_league_id ?? source?.providerLeagueId ?? ''
        const expected = { leagueId, season }
        const seasonResponses = await listSeasonResponses(transaction, league.id, season)
        const archiveResponses = await listArchiveResponses(transaction, league.id, season)
        if (seasonResponses.length + archiveResponses.length === 0) return { kind: 'no_responses' }
        const parts: ArchivePart[] = []
        for (const each of archiveResponses) {
          const part = translateStoredPart(each, expected)
          await writePart(transaction, league.id, part, toPartSource(each.responses))
          parts.push(part)
        }
        if (seasonResponses.length === 0) return { kind: 'rebuilt', translated: null, parts }
        const translated = translateResponses(seasonResponses, expected)
        const fetchedAt =
          storedSeason === undefined
            ? toPartSource(seasonResponses).receivedAt
            : new Date(storedSeason.fetched_at)
        await writeSeason(transaction, league.id, translated, fetchedAt)
        // The responses are still those of the archive.
        await transaction
          .updateTable('seasons')
          .set({ is_imported: storedSeason?.is_imported ?? 0 })
          .where('league_id', '=', league.id)
          .where('season', '=', season)
          .execute()
        return { kind: 'rebuilt', translated, parts }
      })
    },
  }
}

function translateStoredPart(
  { name, week, responses }: PartResponses,
  expected: { leagueId: string; season: number },
): ArchivePart {
  const [response] = responses
  if (response === undefined) {
    throw new ProviderError('unexpected_shape', `no response is stored for the ${name}`)
  }
  return translatePart(parseJson(response.body), { ...expected, week, name })
}
