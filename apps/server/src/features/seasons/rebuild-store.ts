import type { ArchivePart } from '@fieldhouse/domain/archive-part'
import { writePart } from '../../database/archive-writes.ts'
import { blockRefreshes } from '../../database/block-refreshes.ts'
import type { Db } from '../../database/database.ts'
import {
  listArchiveResponses,
  listSeasonResponses,
  type PartResponses,
} from '../../database/provider-response-reader.ts'
import { toPartSource } from '../../database/provider-response-store.ts'
import { writeSeason } from '../../database/season-store.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'
import { translatePart } from '../../providers/espn/archive-part.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { type TranslatedSeason, translateResponses } from './translate-responses.ts'

export type League = { id: number; name: string; espnLeagueId: number }

/** What was made again of a season. */
export type RebuiltSeason = {
  /** null where none of the answers that it was made of are kept. */
  translated: TranslatedSeason | null
  parts: ArchivePart[]
}

export type RebuildStore = ReturnType<typeof rebuildStore>

export function rebuildStore(db: Db) {
  return {
    /** The leagues by name, or the one of a folded name. */
    async listLeagues(nameKey: string | null): Promise<League[]> {
      const rows = await db
        .selectFrom('leagues')
        .select(['id', 'name', 'espn_league_id'])
        .$if(nameKey !== null, (query) => query.where('name_key', '=', nameKey ?? ''))
        .orderBy('name_key')
        .execute()
      return rows.map((row) => ({ id: row.id, name: row.name, espnLeagueId: row.espn_league_id }))
    },

    /** Every season of a league that is stored, or of which answers are kept, oldest first. */
    async listSeasons(leagueId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .union(db.selectFrom('provider_answers').select('season').where('league_id', '=', leagueId))
        .execute()
      return rows.map((row) => row.season).sort((a, b) => a - b)
    },

    /**
     * Makes a season's rows and its archive again from the raw answers; null when there are none to
     * make anything of. Throws an ApiError while the league is refreshed, a ProviderError or a
     * SyntaxError when answers do not make what they once made; then nothing is changed.
     */
    async rebuild(league: League, season: number): Promise<RebuiltSeason | null> {
      return inTransaction(db, async (transaction) => {
        if (!(await blockRefreshes(transaction, league.id))) throw new ApiError('job_running')
        const asked = { leagueId: league.espnLeagueId, season }
        const ofSeason = await listSeasonResponses(transaction, league.id, season)
        const ofArchive = await listArchiveResponses(transaction, league.id, season)
        if (ofSeason.length + ofArchive.length === 0) return null
        const parts: ArchivePart[] = []
        for (const each of ofArchive) {
          const part = translateStoredPart(each, asked)
          await writePart(transaction, league.id, part, toPartSource(each.responses))
          parts.push(part)
        }
        if (ofSeason.length === 0) return { translated: null, parts }
        const translated = translateResponses(ofSeason, asked)
        const before = await transaction
          .selectFrom('seasons')
          .select('fetched_at')
          .where('league_id', '=', league.id)
          .where('season', '=', season)
          .executeTakeFirst()
        const at = before === undefined ? toPartSource(ofSeason).receivedAt : new Date(before.fetched_at)
        await writeSeason(transaction, league.id, translated, at)
        return { translated, parts }
      })
    },
  }
}

function translateStoredPart(
  { name, week, responses }: PartResponses,
  asked: { leagueId: number; season: number },
): ArchivePart {
  const [answer] = responses
  if (answer === undefined) throw new ProviderError('unexpected_shape', `no answer of the ${name} is kept`)
  return translatePart(JSON.parse(answer.body), { ...asked, week, name })
}
