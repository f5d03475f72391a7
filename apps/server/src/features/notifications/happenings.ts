import type { BettingWeek } from '@fieldhouse/domain/betting-week'
import { displayNameOf } from '@fieldhouse/domain/names'
import type { Written } from '@fieldhouse/domain/notification'
import type { Db } from '../../database/database.ts'

/** A league with members who can be told something. */
export type ToldLeague = { leagueId: number; name: string; hasBetslip: boolean; memberIds: number[] }

/** What somebody wrote, and who is told of it: everybody but the author where it is null. */
export type News = Written & { authorId: number; forUserId: number | null }

export type Happenings = ReturnType<typeof happenings>

/** Questions about what people may want to be told of. */
export function happenings(db: Db) {
  return {
    async leaguesOf(userIds: readonly number[]): Promise<ToldLeague[]> {
      if (userIds.length === 0) return []
      const rows = await db
        .selectFrom('memberships')
        .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
        .select(['leagues.id', 'leagues.name', 'leagues.has_betslip', 'memberships.user_id'])
        .where('memberships.user_id', 'in', userIds)
        .orderBy('leagues.id')
        .orderBy('memberships.user_id')
        .execute()
      const leagues = new Map<number, ToldLeague>()
      for (const { id, name, has_betslip, user_id } of rows) {
        const league = leagues.get(id) ?? { leagueId: id, name, hasBetslip: has_betslip === 1, memberIds: [] }
        leagues.set(id, { ...league, memberIds: [...league.memberIds, user_id] })
      }
      return [...leagues.values()]
    },

    async pickersOf(leagueId: number, { season, week }: BettingWeek): Promise<Set<number>> {
      const rows = await db
        .selectFrom('picks')
        .select('user_id')
        .where('league_id', '=', leagueId)
        .where('season', '=', season)
        .where('week', '=', week)
        .where('text', '!=', '')
        .execute()
      return new Set(rows.map(({ user_id }) => user_id))
    },

    async proposalsSince(leagueId: number, since: Date): Promise<News[]> {
      const rows = await db
        .selectFrom('feed_items')
        .innerJoin('feed_proposals', 'feed_proposals.item_id', 'feed_items.id')
        .innerJoin('users', 'users.id', 'feed_items.user_id')
        .select(['feed_items.id', 'users.id as author_id', 'username', 'first_name', 'last_name'])
        .select(['question as text', 'feed_items.created_at'])
        .where('feed_items.league_id', '=', leagueId)
        .where('feed_items.type', '=', 'proposal')
        .where('feed_items.created_at', '>', since.getTime())
        .orderBy('feed_items.id')
        .execute()
      return rows.map((row) => newsIn(row, null))
    },

    /** Comments on posts that somebody else wrote. */
    async commentsSince(leagueId: number, since: Date): Promise<News[]> {
      const rows = await db
        .selectFrom('post_comments as comment')
        .innerJoin('feed_items as post', 'post.id', 'comment.post_id')
        .innerJoin('users', 'users.id', 'comment.user_id')
        .select(['comment.id', 'users.id as author_id', 'username', 'first_name', 'last_name'])
        .select(['comment.body as text', 'comment.created_at', 'post.user_id as for_user_id'])
        .where('post.league_id', '=', leagueId)
        .where('comment.created_at', '>', since.getTime())
        .whereRef('post.user_id', '!=', 'comment.user_id')
        .orderBy('comment.id')
        .execute()
      return rows.map((row) => newsIn(row, row.for_user_id))
    },
  }
}

type NewsRow = {
  id: number
  author_id: number
  username: string
  first_name: string
  last_name: string
  text: string
  created_at: number
}

function newsIn(row: NewsRow, forUserId: number | null): News {
  const { username, first_name: firstName, last_name: lastName } = row
  return {
    id: row.id,
    authorId: row.author_id,
    author: displayNameOf({ username, firstName, lastName }),
    text: row.text,
    at: new Date(row.created_at),
    forUserId,
  }
}
