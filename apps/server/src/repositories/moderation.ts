import type { PostedNoun } from '@fieldhouse/domain/notifications/activity-notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/engine/database.ts'

/**
 * Reports that no admin has decided about: not dismissed, and of what is not hidden. `report`, `content` and `comment`, which
 * is null for a report of the item itself.
 */
export function openReports(db: Db) {
  return db
    .selectFrom('content_reports as report')
    .innerJoin('feed_items as content', 'content.id', 'report.item_id')
    .leftJoin('item_comments as comment', 'comment.id', 'report.comment_id')
    .where('report.dismissed_at', 'is', null)
    .where(
      sql<boolean>`case when report.comment_id is null then content.hidden_at else comment.hidden_at end is null`,
    )
}

/** The author of what was reported; null for what the league itself posted. */
export const REPORTED_AUTHOR = sql<
  number | null
>`case when report.comment_id is null then content.user_id else comment.user_id end`

/**
 * Whether a notification is about nothing that is hidden, nor by somebody whom its user has muted. Proposals and votes
 * of muted members concern the league, so they stay.
 * @param notification the alias of the table `notifications`
 */
export function isNewsToItsUser(notification: 'item' | 'notification'): RawBuilder<boolean> {
  const column = (name: 'item_id' | 'comment_id' | 'user_id' | 'league_id' | 'kind') =>
    sql.ref(`${notification}.${name}`)
  return sql<boolean>`(
    not exists (select 1 from feed_items as hidden
      where hidden.id = ${column('item_id')} and hidden.hidden_at is not null)
    and not exists (select 1 from item_comments as hidden
      where hidden.id = ${column('comment_id')} and hidden.hidden_at is not null)
    and not (${column('kind')} in ('comment', 'mention') and exists (select 1 from item_comments as written
      join mutes on mutes.muted_user_id = written.user_id
      where written.id = ${column('comment_id')}
        and mutes.league_id = ${column('league_id')} and mutes.user_id = ${column('user_id')}))
    and not (${column('kind')} = 'mention' and ${column('comment_id')} is null and exists (
      select 1 from feed_items as written join mutes on mutes.muted_user_id = written.user_id
      where written.id = ${column('item_id')}
        and mutes.league_id = ${column('league_id')} and mutes.user_id = ${column('user_id')})))`
}

/**
 * Whether a person is not muted by another one in a league.
 * @param columns SQL of the league, of who may have muted, and of who may be muted
 */
export function isNotMuted(columns: {
  league: RawBuilder<unknown>
  by: RawBuilder<unknown>
  person: RawBuilder<unknown>
}): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from mutes where mutes.league_id = ${columns.league}
    and mutes.user_id = ${columns.by} and mutes.muted_user_id = ${columns.person})`
}

/** What notifications call an item of the feed. `kind` is that of a media item, null for others. */
export function nounOf({
  type,
  kind,
}: {
  type: 'post' | 'proposal' | 'media' | 'trade'
  kind: 'image' | 'video' | null
}): PostedNoun {
  if (kind !== null) return kind === 'video' ? 'video' : 'picture'
  return type === 'proposal' ? 'proposal' : 'post'
}
