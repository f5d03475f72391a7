import { formatWait, nextWritingTime } from '@fieldhouse/domain/league/moderation'
import { sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { executeTogether } from '../../database/engine/dialect.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { personLock } from '../../repositories/change-league.ts'
import type { FeedUser } from './items.ts'

/** What a member does: posts, proposals and comments are texts. */
type Writing = 'text' | 'upload'

/** The seconds that members wait; 0 while slow mode is off. */
export async function readSlowMode(db: Db, leagueId: number): Promise<number> {
  const row = await db
    .selectFrom('slow_modes')
    .select('seconds')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row?.seconds ?? 0
}

/**
 * Rejects with `too_many_attempts` when the author writes again too soon. League admins may always write. What was deleted
 * does not count.
 * @param known the seconds of slow mode, if the transaction has read them
 */
export async function rejectTooSoon(
  transaction: Db,
  author: FeedUser,
  writing: Writing,
  known?: number,
): Promise<void> {
  const seconds = known ?? (await readSlowMode(transaction, author.leagueId))
  if (seconds === 0 || author.canRunLeague) return
  await executeTogether(transaction, [personLock(transaction, author.leagueId, author.userId)])
  const next = await findNextTime(transaction, author, seconds, writing)
  if (next === null) return
  const waitMs = next - author.now.getTime()
  throw new ApiError('too_many_attempts', {
    message: `Slow mode is on. You can write again in ${formatWait(waitMs)}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

/** When a member may write again, in milliseconds since 1970; null for now. */
export async function findNextTime(
  db: Db,
  { leagueId, userId, canRunLeague, now }: Pick<FeedUser, 'leagueId' | 'userId' | 'canRunLeague' | 'now'>,
  seconds: number,
  writing: Writing,
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
      .where((eb) => eb.and({ league_id: leagueId, user_id: userId, is_listed: 1 }))
      .where('imported_person_id', 'is', null)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('item_comments as comment')
      .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
      .select(({ fn }) => fn.max<number | null>('comment.created_at').as('at'))
      .where((eb) => eb.and({ 'item.league_id': leagueId, 'comment.user_id': userId }))
      .where('comment.imported_person_id', 'is', null)
      .where('comment.created_at', '>', since)
      .executeTakeFirstOrThrow(),
  ])
  const newest = Math.max(items.text ?? 0, comments.at ?? 0)
  const last = { ...items, text: newest === 0 ? null : newest }
  const next = nextWritingTime(seconds, last, writing, now)
  return next === null || next <= now.getTime() ? null : next
}
