import type { RecapDocument, RecapSection } from '@fieldhouse/domain/recap/recap-document'
import { formatRecapText } from '@fieldhouse/domain/recap/recap-text'
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { lockLeague } from '../../repositories/leagues/lock-league.ts'
import { parseRecapSections } from '../../repositories/recaps/recap-sections.ts'

/** A week of a league that has or gets a recap. */
export type RecapWeek = { leagueId: number; season: number; week: number }

/** A league with recaps turned on. */
export type RecapLeague = { leagueId: number; hasBetslip: boolean; sections: readonly RecapSection[] }

/** A recap to publish. `rewrite` is its story in other words; null if it was not rewritten. */
export type NewRecap = { document: RecapDocument; rewrite: string[] | null }

/** Writes posts in a league's feed, with the league itself as the author. */
export type LeagueFeedWriter = {
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

export interface RecapStore {
  /**
   * Lists the leagues with recaps turned on that have no recap for this week yet. The season must be the
   * league's newest one, fetched at or after `fetchedSince`.
   */
  listLeaguesWithoutRecap(week: Omit<RecapWeek, 'leagueId'>, fetchedSince: Date): Promise<RecapLeague[]>
  /** What a league wants in its recaps; null if the league does not exist. */
  findLeague(leagueId: number): Promise<RecapLeague | null>
  /**
   * Posts and pins the recap of a week, unpins earlier recaps, and queues it for the league's
   * webhook. Returns false if the recap was already published or the league has turned recaps off.
   */
  publish(recapWeek: RecapWeek, recap: NewRecap, now: Date): Promise<boolean>
}

export function recapStore(db: Db, feedWriter: LeagueFeedWriter): RecapStore {
  return {
    async listLeaguesWithoutRecap({ season, week }, fetchedSince) {
      const rows = await db
        .selectFrom('leagues')
        .select(['leagues.id', 'has_betslip', 'recap_sections'])
        .where('has_recap', '=', 1)
        .where((eb) =>
          eb.exists(
            selectSeasons(eb)
              .where('seasons.season', '=', season)
              .where('seasons.fetched_at', '>=', fetchedSince.getTime()),
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
    },

    async findLeague(leagueId) {
      const row = await db
        .selectFrom('leagues')
        .select(['id', 'has_betslip', 'recap_sections'])
        .where('id', '=', leagueId)
        .executeTakeFirst()
      return row === undefined ? null : toRecapLeague(row)
    },

    async publish(recapWeek, { document, rewrite }, now) {
      const { leagueId, season, week } = recapWeek
      const text = formatRecapText(document, rewrite ?? document.story)
      return inTransaction(db, async (transaction) => {
        await lockLeague(transaction, leagueId)
        if (!(await hasRecapsEnabled(transaction, leagueId)) || (await isPublished(transaction, recapWeek)))
          return false
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
        return true
      })
    },
  }
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
