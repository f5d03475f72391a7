import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import { recordTitle } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Db } from '../../database/engine/database.ts'
import { parseBrokenRecords } from '../../repositories/history/broken-records.ts'

/** The leagues of a user, by name. `season` is the newest stored one; null without one. */
export async function listLeagues(db: Db, userId: number) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .leftJoin('seasons', 'seasons.league_id', 'leagues.id')
    .select(['leagues.id', 'leagues.name', 'leagues.has_betslip'])
    .select(['memberships.role', 'memberships.created_at'])
    .select(({ fn }) => fn.max('seasons.season').as('season'))
    .where('memberships.user_id', '=', userId)
    .groupBy(['leagues.id', 'leagues.name', 'leagues.name_key', 'leagues.has_betslip'])
    .groupBy(['memberships.role', 'memberships.created_at'])
    .orderBy('leagues.name_key')
    .execute()
  return rows.map(({ has_betslip, created_at, ...league }) => ({
    ...league,
    hasBetslip: has_betslip === 1,
    joinedAt: new Date(created_at),
  }))
}

export type DashboardLeague = Awaited<ReturnType<typeof listLeagues>>[number]

/**
 * The proposals that a user can vote on and has not, those that close first in front.
 * @param voterKey derives the key that replaces a voter in stored anonymous votes
 */
export async function listOpenVotes(
  db: Db,
  userId: number,
  leagueIds: readonly number[],
  voterKey: (proposalId: number, userId: number) => string,
  now: Date,
) {
  if (leagueIds.length === 0) return []
  const rows = await db
    .selectFrom('feed_proposals as proposal')
    .innerJoin('feed_items as item', 'item.id', 'proposal.item_id')
    .leftJoin('proposal_votes as vote', (join) =>
      join.onRef('vote.proposal_id', '=', 'item.id').on('vote.user_id', '=', userId),
    )
    .select(['item.id', 'item.league_id', 'proposal.question', 'proposal.closes_at'])
    .where('item.league_id', 'in', leagueIds)
    .where('item.hidden_at', 'is', null)
    .where('vote.user_id', 'is', null)
    .where((eb) =>
      eb.or([eb('proposal.closes_at', 'is', null), eb('proposal.closes_at', '>', now.getTime())]),
    )
    .orderBy('item.id')
    .execute()
  if (rows.length === 0) return []
  const keys = rows.map(({ id }) => voterKey(id, userId))
  const ids = rows.map(({ id }) => id)
  const votes = await db
    .selectFrom('anonymous_votes')
    .select('proposal_id')
    .where('proposal_id', 'in', ids)
    .where('voter_key', 'in', keys)
    .execute()
  const voted = new Set(votes.map(({ proposal_id }) => proposal_id))
  return rows.filter(({ id }) => !voted.has(id))
}

export async function hasPick(db: Db, userId: number, leagueId: number, { season, week }: BettingWeek) {
  const pick = await db
    .selectFrom('picks')
    .select('league_id')
    .where('league_id', '=', leagueId)
    .where('user_id', '=', userId)
    .where('season', '=', season)
    .where('week', '=', week)
    .where('text', '!=', '')
    .executeTakeFirst()
  return pick !== undefined
}

/** The number of pending join requests of leagues that have any. */
export async function countRequests(db: Db, leagueIds: readonly number[]) {
  if (leagueIds.length === 0) return []
  return db
    .selectFrom('join_requests')
    .select(({ fn }) => ['league_id', fn.countAll<number>().as('count')])
    .where('league_id', 'in', leagueIds)
    .where('status', '=', 'pending')
    .groupBy('league_id')
    .execute()
}

export async function countFeedNews(db: Db, userId: number, leagueId: number, since: Date, now: Date) {
  const [items, comments, closedVotes] = await Promise.all([
    db
      .selectFrom('feed_items')
      .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
      .where('league_id', '=', leagueId)
      .where('is_listed', '=', 1)
      .where('created_at', '>', since.getTime())
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', userId)]))
      .groupBy('type')
      .execute(),
    db
      .selectFrom('item_comments as comment')
      .innerJoin('feed_items as post', 'post.id', 'comment.post_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('post.league_id', '=', leagueId)
      .where('post.user_id', '=', userId)
      .where('comment.user_id', '!=', userId)
      .where('comment.created_at', '>', since.getTime())
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('feed_proposals as proposal')
      .innerJoin('feed_items as item', 'item.id', 'proposal.item_id')
      .select(['item.id', 'proposal.question'])
      .where('item.league_id', '=', leagueId)
      .where('item.hidden_at', 'is', null)
      .where('proposal.closes_at', '>', since.getTime())
      .where('proposal.closes_at', '<=', now.getTime())
      .orderBy('proposal.closes_at')
      .execute(),
  ])
  const countOf = (type: 'post' | 'media' | 'proposal') => items.find((row) => row.type === type)?.count ?? 0
  return {
    posts: countOf('post') + countOf('media'),
    comments: comments.count,
    proposals: countOf('proposal'),
    closed_votes: closedVotes.map(({ id, question }) => ({ question, post: `proposal-${id}` })),
  }
}

export async function listBrokenRecords(db: Db, leagueId: number, since: Date) {
  const rows = await db
    .selectFrom('week_records')
    .select(['season', 'broken'])
    .where('league_id', '=', leagueId)
    .where('found_at', '>', since.getTime())
    .orderBy('found_at')
    .execute()
  return rows.flatMap(({ season, broken }) =>
    parseBrokenRecords(broken).map(({ name, gameId }) => ({
      title: recordTitle(name),
      season,
      game_id: gameId,
    })),
  )
}
