import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import type { RecapDocument, RecapSection } from '@fieldhouse/domain/recap/recap-document'
import { formatRecapText } from '@fieldhouse/domain/recap/recap-text'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { attemptEach } from '../../jobs/attempt-each.ts'
import type { ScheduledJob } from '../../jobs/job.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { parseRecapSections } from '../../repositories/recaps/stored-recap.ts'
import { type RecapContext, type RecapWeek, readRecapDocument } from './read-recap.ts'
import type { StartRewriting } from './rewrite-recap.ts'

/** Writes posts in a league's feed, with the league itself as the author. */
type LeagueFeedWriter = {
  pinPost: (transaction: Transaction<Database>, leagueId: number, text: string, now: Date) => Promise<number>
  unpinPosts: (
    transaction: Transaction<Database>,
    leagueId: number,
    ids: readonly number[],
    now: Date,
  ) => Promise<void>
  /** Sends the recap of a week to the league's webhook, if it has one. */
  queueMessage: (
    transaction: Transaction<Database>,
    leagueId: number,
    message: { text: string; recap: { season: number; week: number } },
    now: Date,
  ) => Promise<void>
}

/** What a league wants in its recaps. */
type RecapLeague = { leagueId: number; hasBetslip: boolean; sections: readonly RecapSection[] }

/**
 * Every ten minutes, publishes the recaps that are due and not yet published.
 * @param startRewriting null if no model is configured
 */
export function recapJob(
  ctx: RecapContext & Pick<Context, 'db' | 'now'>,
  feedWriter: LeagueFeedWriter,
  startRewriting: StartRewriting | null,
): ScheduledJob {
  const { db, now } = ctx
  return {
    name: 'recaps',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      const rewrite = startRewriting?.()
      const leagues = await listLeaguesWithoutRecap(db, season, week)
      const failure = 'recaps could not be written'
      await attemptEach(leagues, { failure, signal }, async ({ leagueId, hasBetslip, sections }) => {
        const recapWeek = { leagueId, season, week }
        const document = await readRecapDocument(ctx, recapWeek, hasBetslip, sections)
        // The next run tries again.
        if (document === null || document === 'busy') return
        const rewritten = (await rewrite?.(recapWeek, document, signal)) ?? null
        await publish(db, feedWriter, recapWeek, document, rewritten, now())
      })
    },
  }
}

/**
 * The leagues with recaps turned on that have no recap for this week yet. The season must be the league's newest one,
 * fetched after the week.
 */
async function listLeaguesWithoutRecap(db: Db, season: number, week: number): Promise<RecapLeague[]> {
  const rows = await db
    .selectFrom('leagues')
    .select(['leagues.id', 'has_betslip', 'recap_sections'])
    .where('has_recap', '=', 1)
    .where((eb) =>
      eb.exists(
        selectSeasons(eb)
          .where('seasons.season', '=', season)
          .where('seasons.fetched_at', '>=', earliestWeekEnd(season, week).getTime()),
      ),
    )
    .where((eb) => eb.not(eb.exists(selectSeasons(eb).where('seasons.season', '>', season))))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('recaps')
            .select('recaps.week')
            .whereRef('recaps.league_id', '=', 'leagues.id')
            .where('recaps.season', '=', season)
            .where('recaps.week', '=', week),
        ),
      ),
    )
    .orderBy('leagues.id')
    .execute()
  return rows.map(toRecapLeague)
}

/** null if the league does not exist. */
export async function findRecapLeague(db: Db, leagueId: number): Promise<RecapLeague | null> {
  const row = await db
    .selectFrom('leagues')
    .select(['id', 'has_betslip', 'recap_sections'])
    .where('id', '=', leagueId)
    .executeTakeFirst()
  return row === undefined ? null : toRecapLeague(row)
}

/**
 * Posts and pins the recap of a week, unpins earlier recaps, and queues it for the league's webhook. Does nothing if the
 * recap was already published or the league has turned recaps off.
 * @param rewrite the story in other words; null if it was not rewritten
 */
function publish(
  db: Db,
  feedWriter: LeagueFeedWriter,
  recapWeek: RecapWeek,
  document: RecapDocument,
  rewrite: string[] | null,
  now: Date,
): Promise<void> {
  const { leagueId, season, week } = recapWeek
  const text = formatRecapText(document, rewrite ?? document.story)
  return inTransaction(db, async (transaction) => {
    await lockLeague(transaction, leagueId)
    if (!(await hasRecapsEnabled(transaction, leagueId)) || (await isPublished(transaction, recapWeek)))
      return
    await feedWriter.unpinPosts(transaction, leagueId, await listPinnedRecaps(transaction, leagueId), now)
    const postId = await feedWriter.pinPost(transaction, leagueId, text, now)
    await transaction
      .insertInto('recaps')
      .values({
        league_id: leagueId,
        season,
        week,
        post_id: postId,
        posted_at: now.getTime(),
        document: JSON.stringify(document),
        rewrite: rewrite === null ? null : JSON.stringify(rewrite),
      })
      .execute()
    await feedWriter.queueMessage(transaction, leagueId, { text, recap: { season, week } }, now)
  })
}

function toRecapLeague(row: { id: number; has_betslip: number; recap_sections: string | null }): RecapLeague {
  return {
    leagueId: row.id,
    hasBetslip: row.has_betslip === 1,
    sections: parseRecapSections(row.recap_sections),
  }
}

function selectSeasons(eb: ExpressionBuilder<Database, 'leagues'>) {
  return eb.selectFrom('seasons').select('seasons.season').whereRef('seasons.league_id', '=', 'leagues.id')
}

async function isPublished(
  db: Pick<Db, 'selectFrom'>,
  { leagueId, season, week }: RecapWeek,
): Promise<boolean> {
  const row = await db
    .selectFrom('recaps')
    .select('week')
    .where('league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .executeTakeFirst()
  return row !== undefined
}

async function hasRecapsEnabled(db: Pick<Db, 'selectFrom'>, leagueId: number): Promise<boolean> {
  const row = await db.selectFrom('leagues').select('has_recap').where('id', '=', leagueId).executeTakeFirst()
  return row?.has_recap === 1
}

async function listPinnedRecaps(db: Pick<Db, 'selectFrom'>, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recaps')
    .innerJoin('feed_items', 'feed_items.id', 'recaps.post_id')
    .select('feed_items.id')
    .where('recaps.league_id', '=', leagueId)
    .where('feed_items.is_pinned', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}
