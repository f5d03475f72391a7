import type { ArchivePart } from '@fieldhouse/domain/archive-part'
import { rejectionReason } from '@fieldhouse/domain/season-replacement'
import type { Transaction } from 'kysely'
import { type PackedAnswer, packAnswers } from '../../database/answer-store.ts'
import { keepPart } from '../../database/archive-store.ts'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { recordEvent } from '../../database/league-events.ts'
import { keepRefreshesOut } from '../../database/refresh-lease.ts'
import type { Database } from '../../database/schema.ts'
import { failuresOf, type SeasonFailure } from '../../database/season-failures.ts'
import { replaceSeason, storedWealth } from '../../database/season-store.ts'
import { type SeasonSummary, seasonSummaries } from '../../database/season-summaries.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../http/api-error.ts'
import { fileError } from './season-file.ts'
import { keptPartSentence, keptSentence } from './sentences.ts'
import type { KeptAnswer, MadeSeason } from './translate-answers.ts'

export type SeasonToStore = {
  season: number
  /** null where the files only add to the archive of a stored season. */
  made: MadeSeason | null
  /** What goes to the archive, each with the request of the answer it came from. */
  parts: readonly { part: ArchivePart; request: string }[]
  answers: readonly KeptAnswer[]
  /** The names of the files that it was made of. */
  files: string[]
}

export type StoredSeason = SeasonSummary & Pick<SeasonToStore, 'files'>

type Actor = { userId: number; username: string }

export type SeasonStore = ReturnType<typeof seasonStore>

export function seasonStore(db: Db) {
  return {
    summaries: (leagueId: number): Promise<SeasonSummary[]> => seasonSummaries(db, leagueId),

    failures: (leagueId: number): Promise<SeasonFailure[]> => failuresOf(db, leagueId),

    /**
     * Stores all of the seasons with what they have for the archive, or none and throws an ApiError
     * that says why: a refresh of the league runs, more is stored than is offered, or files add to
     * a season that is not stored.
     */
    async storeAll(
      leagueId: number,
      seasons: readonly SeasonToStore[],
      actor: Actor,
      now: Date,
    ): Promise<StoredSeason[]> {
      const packed = await Promise.all(
        seasons.map(({ answers }) => packAnswers(answers.map((answer) => ({ ...answer, fetchedAt: now })))),
      )
      return inTransaction(db, async (transaction) => {
        if (!(await keepRefreshesOut(transaction, leagueId))) throw new ApiError('job_running')
        for (const [index, each] of seasons.entries()) {
          const answers = packed[index] ?? []
          await storeSeason(transaction, leagueId, { ...each, answers }, now)
          await storeParts(transaction, leagueId, { ...each, answers })
          await recordAct(transaction, {
            at: now,
            actor,
            action: 'season.upload',
            leagueId,
            detail: {
              season: each.season,
              source: each.made?.wealth.source ?? 'upload',
              files: each.files.join(', '),
            },
          })
        }
        await recordEvent(transaction, leagueId, { name: 'history', data: { change: 'seasons' } }, now)
        const summaries = await seasonSummaries(transaction, leagueId)
        return seasons.flatMap(({ season, files }) =>
          summaries.filter((each) => each.season === season).map((each) => ({ ...each, files })),
        )
      })
    },
  }
}

type Packed = Omit<SeasonToStore, 'answers'> & { answers: readonly PackedAnswer[] }

async function storeSeason(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, made, answers, files }: Packed,
  now: Date,
): Promise<void> {
  const stored = await storedWealth(transaction, leagueId, season)
  if (made === null) {
    if (stored !== null) return
    const detail = `season ${season} is not stored yet. Send the file with its teams and their owners too.`
    throw fileError(files.join(', '), detail)
  }
  const why = rejectionReason(stored, made.wealth)
  if (why !== null) throw new ApiError('poorer_season', { sentence: keptSentence(season, why) })
  await replaceSeason(transaction, leagueId, { ...made, answers }, now)
}

async function storeParts(
  transaction: Transaction<Database>,
  leagueId: number,
  { season, parts, answers }: Packed,
): Promise<void> {
  for (const { part, request } of parts) {
    const sources = answers.filter((answer) => answer.request === request)
    const why = await keepPart(transaction, leagueId, part, sources)
    if (why !== null) throw new ApiError('poorer_season', { sentence: keptPartSentence(season, part, why) })
  }
}
