import { nextWritingTime } from '@fieldhouse/domain/league/moderation'
import { type Kysely, sql } from 'kysely'
import { compileOnce, executeTogether, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { recordEvent } from '../../../repositories/events/league-events.ts'
import { personLock } from '../../../repositories/leagues/lock-league.ts'
import { type Author, FeedRejection, inFeedTransaction } from '../items/item-store.ts'

/** What a member does: posts, proposals and comments are texts. */
export type Writing = 'text' | 'upload'

type Writer = Pick<Author, 'leagueId' | 'userId' | 'canRunLeague'>

export interface SlowModeStore {
  /** The seconds that members wait; 0 while slow mode is off. */
  get(leagueId: number): Promise<number>
  save(admin: Author, seconds: number, now: Date): Promise<void>
  /** When a member may write again, in milliseconds since 1970; null for now. */
  findNextTime(author: Writer, seconds: number, now: Date): Promise<number | null>
}

export function slowModeStore(db: Db): SlowModeStore {
  return {
    get: (leagueId) => readSeconds(db, leagueId),

    save(admin, seconds, now) {
      const { leagueId } = admin
      return inFeedTransaction(db, leagueId, async (transaction) => {
        if ((await readSeconds(transaction, leagueId)) === seconds) return
        if (seconds === 0)
          await transaction.deleteFrom('slow_modes').where('league_id', '=', leagueId).execute()
        else
          await transaction
            .insertInto('slow_modes')
            .values({ league_id: leagueId, seconds })
            .onConflict((conflict) => conflict.column('league_id').doUpdateSet({ seconds }))
            .execute()
        await recordAuditEntry(transaction, {
          at: now,
          actor: admin,
          action: 'feed.slow_mode',
          leagueId,
          detail: { seconds },
        })
        await recordEvent(transaction, leagueId, { name: 'slow_mode', data: { seconds } }, now)
      })
    },

    findNextTime: (author, seconds, now) => findNextTime(db, author, seconds, 'text', now),
  }
}

const selectSeconds = compileOnce((db, value: ValueOf<{ leagueId: number }>) =>
  db.selectFrom('slow_modes').select('seconds').where('league_id', '=', value('leagueId')),
)

async function readSeconds(db: Kysely<Database>, leagueId: number): Promise<number> {
  const [row] = await selectSeconds(db, { leagueId })
  return row?.seconds ?? 0
}

/**
 * Rejects with `slow_mode` when the author writes again too soon. League admins may always write. What was deleted
 * does not count.
 * @param seconds that members wait; 0 while slow mode is off
 */
export async function rejectTooSoon(
  transaction: Kysely<Database>,
  author: Author,
  seconds: number,
  writing: Writing,
  now: Date,
): Promise<void> {
  if (seconds === 0 || author.canRunLeague) return
  await executeTogether(transaction, [personLock(transaction, author.leagueId, author.userId)])
  const next = await findNextTime(transaction, author, seconds, writing, now)
  if (next !== null) throw new FeedRejection('slow_mode', next - now.getTime())
}

/** Like `rejectTooSoon`, for transactions that have not read slow mode. */
export async function rejectWritingTooSoon(
  transaction: Kysely<Database>,
  author: Author,
  writing: Writing,
  now: Date,
): Promise<void> {
  const seconds = await readSeconds(transaction, author.leagueId)
  await rejectTooSoon(transaction, author, seconds, writing, now)
}

async function findNextTime(
  db: Kysely<Database>,
  { leagueId, userId, canRunLeague }: Writer,
  seconds: number,
  writing: Writing,
  now: Date,
): Promise<number | null> {
  if (seconds === 0 || canRunLeague) return null
  const since = now.getTime() - seconds * 1000
  const [items, comments] = await Promise.all([
    db
      .selectFrom('feed_items')
      .select(({ fn }) => [
        fn.max(sql<number | null>`case when type = 'media' then null else created_at end`).as('text'),
        fn.max(sql<number | null>`case when type = 'media' then created_at end`).as('upload'),
        fn.min(sql<number | null>`case when type = 'media' then created_at end`).as('firstUpload'),
      ])
      .where('league_id', '=', leagueId)
      .where('user_id', '=', userId)
      .where('is_listed', '=', 1)
      .where('imported_person_id', 'is', null)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('post_comments as comment')
      .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
      .select(({ fn }) => fn.max<number | null>('comment.created_at').as('at'))
      .where('item.league_id', '=', leagueId)
      .where('comment.user_id', '=', userId)
      .where('comment.imported_person_id', 'is', null)
      .where('comment.created_at', '>', since)
      .executeTakeFirstOrThrow(),
  ])
  const newest = Math.max(items.text ?? 0, comments.at ?? 0)
  const last = { ...items, text: newest === 0 ? null : newest }
  const next = nextWritingTime(seconds, last, writing, now)
  return next === null || next <= now.getTime() ? null : next
}
