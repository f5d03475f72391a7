import { recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { formatRecapText, type RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { attemptEach, type ScheduledJob } from '../../jobs/job.ts'
import { lockLeague } from '../../repositories/change-league.ts'
import { leaguesWithoutWeek, parseRecapSections } from '../../repositories/weekly-results.ts'
import { type RecapContext, type RecapWeek, readRecapDocument } from './read-recap.ts'
import type { StartRewriting } from './rewrite-recap.ts'

type LeagueFeedWriter = {
  pinPost: (transaction: DbTransaction, leagueId: number, text: string, now: Date) => Promise<number>
  unpinPosts: (
    transaction: DbTransaction,
    leagueId: number,
    ids: readonly number[],
    now: Date,
  ) => Promise<void>
  queueMessage: (
    transaction: DbTransaction,
    leagueId: number,
    message: { text: string; recap: { season: number; week: number } },
    now: Date,
  ) => Promise<void>
}

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
      const leagues = await leaguesWithoutWeek(db, 'recaps', season, week)
        .select(['has_betslip', 'recap_sections'])
        .where('has_recap', '=', 1)
        .execute()
      await attemptEach(leagues, { failure: 'recaps could not be written', signal }, async (league) => {
        const recapWeek = { leagueId: league.id, season, week }
        const { hasBetslip, sections } = toRecapLeague(league)
        const document = await readRecapDocument(ctx, recapWeek, hasBetslip, sections)
        // The next run tries again.
        if (document === null || document === 'busy') return
        const rewritten = (await rewrite?.(recapWeek, document, signal)) ?? null
        await publish(db, feedWriter, recapWeek, document, rewritten, now())
      })
    },
  }
}

export async function findRecapLeague(db: Db, leagueId: number) {
  const row = await db
    .selectFrom('leagues')
    .select(['has_betslip', 'recap_sections'])
    .where('id', '=', leagueId)
    .executeTakeFirst()
  return row === undefined ? null : toRecapLeague(row)
}

/**
 * Posts and pins the recap of a week, unpins all but the latest one, and queues it for the league's webhook. Does nothing if the
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
    const league = await transaction
      .selectFrom('leagues')
      .select('has_recap')
      .where('id', '=', leagueId)
      .executeTakeFirst()
    const published = await transaction
      .selectFrom('recaps')
      .select('week')
      .where((eb) => eb.and({ league_id: leagueId, season, week }))
      .executeTakeFirst()
    if (league?.has_recap !== 1 || published !== undefined) return
    const pinned = await transaction
      .selectFrom('recaps')
      .innerJoin('feed_items', 'feed_items.id', 'recaps.post_id')
      .select(['feed_items.id', 'recaps.season', 'recaps.week'])
      .where((eb) => eb.and({ 'recaps.league_id': leagueId, 'feed_items.is_pinned': 1 }))
      .execute()
    const postId = await feedWriter.pinPost(transaction, leagueId, text, now)
    const isNewer = (other: { season: number; week: number }) =>
      other.season > season || (other.season === season && other.week > week)
    const outdated = pinned.some(isNewer) ? [postId] : pinned.map(({ id }) => id)
    await feedWriter.unpinPosts(transaction, leagueId, outdated, now)
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

function toRecapLeague({
  has_betslip,
  recap_sections,
}: Pick<Selectable<Database['leagues']>, 'has_betslip' | 'recap_sections'>) {
  return { hasBetslip: has_betslip === 1, sections: parseRecapSections(recap_sections) }
}
