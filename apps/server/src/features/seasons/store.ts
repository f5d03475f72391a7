import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { LeagueSeason } from '@fieldhouse/domain/season'
import { type SeasonWealth, whyKept } from '@fieldhouse/domain/season-replacement'
import type { Transaction } from 'kysely'
import { packAnswers } from '../../database/answer-store.ts'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { keepRefreshesOut } from '../../database/refresh-lease.ts'
import type { Database } from '../../database/schema.ts'
import { replaceSeason, storedWealth, writeSeason } from '../../database/season-store.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { keptSentence } from './sentences.ts'
import { type KeptAnswer, translateAnswers } from './translate-answers.ts'

const decompress = promisify(gunzip)

export type SeasonToStore = {
  season: LeagueSeason
  wealth: SeasonWealth
  answers: readonly KeptAnswer[]
  /** The names of the files that it was made of. */
  files: string[]
}

export type League = { id: number; name: string; espnLeagueId: number }

type Actor = { userId: number; username: string }

export type SeasonStore = ReturnType<typeof seasonStore>

export function seasonStore(db: Db) {
  return {
    /**
     * Stores all of the seasons, or none and throws an ApiError that says why: a refresh of the
     * league runs, or more is stored of a season than is offered. Answers each with its new depth.
     */
    async storeAll(
      leagueId: number,
      seasons: readonly SeasonToStore[],
      actor: Actor,
      now: Date,
    ): Promise<SeasonToStore[]> {
      const packed = await Promise.all(
        seasons.map(({ answers }) => packAnswers(answers.map((answer) => ({ ...answer, fetchedAt: now })))),
      )
      return inTransaction(db, async (transaction) => {
        if (!(await keepRefreshesOut(transaction, leagueId, now))) throw new ApiError('job_running')
        const stored: SeasonToStore[] = []
        for (const [index, each] of seasons.entries()) {
          const { season, wealth } = each
          const before = await storedWealth(transaction, leagueId, season.season)
          const why = whyKept(before, wealth)
          if (why !== null) {
            throw new ApiError('poorer_season', { sentence: keptSentence(season.season, why) })
          }
          const made = { season, wealth, answers: packed[index] ?? [] }
          const depth = await replaceSeason(transaction, leagueId, made, now)
          await recordAct(transaction, {
            at: now,
            actor,
            action: 'season.upload',
            leagueId,
            detail: { season: season.season, source: wealth.source, files: each.files.join(', ') },
          })
          stored.push({ ...each, wealth: { ...wealth, depth } })
        }
        return stored
      })
    },

    /** The leagues by name, or the one of a folded name. */
    async leagues(nameKey: string | null): Promise<League[]> {
      const rows = await db
        .selectFrom('leagues')
        .select(['id', 'name', 'espn_league_id'])
        .$if(nameKey !== null, (query) => query.where('name_key', '=', nameKey ?? ''))
        .orderBy('name_key')
        .execute()
      return rows.map((row) => ({ id: row.id, name: row.name, espnLeagueId: row.espn_league_id }))
    },

    /** Every season of a league that is stored, or of which answers are kept, oldest first. */
    async knownSeasons(leagueId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('seasons')
        .select('season')
        .where('league_id', '=', leagueId)
        .union(db.selectFrom('provider_answers').select('season').where('league_id', '=', leagueId))
        .execute()
      return rows.map((row) => row.season).sort((a, b) => a - b)
    },

    /**
     * Makes a season's rows again from its raw answers; answers it, or null when none of the answers
     * are kept. Throws an ApiError while the league is refreshed, and what `translateAnswers` throws.
     */
    async rebuild(league: League, season: number, now: Date): Promise<LeagueSeason | null> {
      return inTransaction(db, async (transaction) => {
        if (!(await keepRefreshesOut(transaction, league.id, now))) throw new ApiError('job_running')
        const used = await answersOf(transaction, league.id, season)
        const newest = used.at(-1)
        if (newest === undefined) return null
        const made = translateAnswers(used, { leagueId: league.espnLeagueId, season })
        const before = await transaction
          .selectFrom('seasons')
          .select('fetched_at')
          .where('league_id', '=', league.id)
          .where('season', '=', season)
          .executeTakeFirst()
        const at = new Date(before?.fetched_at ?? newest.fetchedAt)
        await writeSeason(transaction, league.id, made, at)
        return made.season
      })
    },
  }
}

/** The answers that a season was made of, in their order. */
async function answersOf(transaction: Transaction<Database>, leagueId: number, season: number) {
  const rows = await transaction
    .selectFrom('provider_answers')
    .select(['request', 'body', 'fetched_at'])
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  return Promise.all(
    rows.map(async ({ request, body, fetched_at }) => ({
      request,
      body: await unpacked(request, body),
      fetchedAt: fetched_at,
    })),
  )
}

async function unpacked(request: string, body: Uint8Array): Promise<string> {
  try {
    return (await decompress(body)).toString()
  } catch (cause) {
    throw new ProviderError('unexpected_shape', `the kept answer to ${request} is damaged`, { cause })
  }
}
