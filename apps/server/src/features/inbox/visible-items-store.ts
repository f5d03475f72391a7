import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { isNewsToItsUser, isNotMuted, openReports } from '../../repositories/moderation/moderated-content.ts'

/**
 * The items of leagues that the user is still in, and those about their access to any. An item about likes is gone
 * while there are none, one about a request once it is decided.
 */
export function selectVisible(db: Db, userId: number) {
  return db
    .selectFrom('notifications as item')
    .leftJoin('leagues', 'leagues.id', 'item.league_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.league_id', '=', 'item.league_id')
        .onRef('memberships.user_id', '=', 'item.user_id'),
    )
    .where('item.user_id', '=', userId)
    .where('item.in_inbox', '=', 1)
    .where(isNewsToItsUser('item'))
    .where((eb) => eb.or([eb('item.kind', '=', 'access'), eb('memberships.role', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('item.kind', 'not in', ['job', 'request', 'report', 'link']),
        eb('memberships.role', '=', 'admin'),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('item.kind', '!=', 'request'),
        eb.exists(
          eb
            .selectFrom('join_requests as request')
            .select('request.id')
            .whereRef('request.league_id', '=', 'item.league_id')
            .where('request.status', '=', 'pending')
            .where(sql<boolean>`item.key = 'request ' || request.id`),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('item.kind', '!=', 'like'),
        eb.exists(
          eb
            .selectFrom('post_likes')
            .select('post_likes.post_id')
            .whereRef('post_likes.post_id', '=', 'item.item_id')
            .where('post_likes.user_id', '!=', userId)
            .where(isNotMutedBy(userId, sql.ref('post_likes.user_id'), sql.ref('item.league_id'))),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('item.kind', '!=', 'report'),
        eb.exists(
          openReports(db)
            .select('report.id')
            .where(
              sql<boolean>`item.key = 'report ' || case when report.comment_id is null
                then content.type || ' ' || report.item_id else 'comment ' || report.comment_id end`,
            ),
        ),
      ]),
    )
}

/** Whether the user has not muted a person in a league. */
export function isNotMutedBy(userId: number, person: RawBuilder<unknown>, league: RawBuilder<unknown>) {
  return isNotMuted({ league, by: sql`${userId}`, person })
}
