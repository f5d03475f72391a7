import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { LeagueRole } from '@fieldhouse/domain/league/roles'
import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Db } from '../../database/engine/database.ts'
import { parseBrokenRecords } from '../../repositories/history/broken-records.ts'

export type DashboardLeague = {
  id: number
  name: string
  role: LeagueRole
  hasBetslip: boolean
  joinedAt: Date
  /** The newest stored season; null without one. */
  season: number | null
}

export type OpenVote = { id: number; leagueId: number; question: string; closesAt: Date | null }

/** What others have added to a league. */
type FeedNews = {
  posts: number
  comments: number
  proposals: number
  closedVotes: { id: number; question: string }[]
}

/** The leagues of a user, by name. */
export async function listLeagues(db: Db, userId: number): Promise<DashboardLeague[]> {
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
  return rows.map(({ id, name, role, season, has_betslip, created_at }) => ({
    id,
    name,
    role,
    season,
    hasBetslip: has_betslip === 1,
    joinedAt: new Date(created_at),
  }))
}

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
): Promise<OpenVote[]> {
  if (leagueIds.length === 0) return []
  const rows = await db
    .selectFrom('feed_proposals as proposal')
    .innerJoin('feed_items as item', 'item.id', 'proposal.item_id')
    .select(['item.id', 'item.league_id', 'proposal.question', 'proposal.closes_at'])
    .where('item.league_id', 'in', leagueIds)
    .where('item.hidden_at', 'is', null)
    .where((eb) =>
      eb.or([eb('proposal.closes_at', 'is', null), eb('proposal.closes_at', '>', now.getTime())]),
    )
    .orderBy('item.id')
    .execute()
  if (rows.length === 0) return []
  const keys = new Map(rows.map(({ id }) => [voterKey(id, userId), id]))
  const [open, anonymous] = await Promise.all([
    db.selectFrom('proposal_votes').select('proposal_id').where('user_id', '=', userId).execute(),
    db
      .selectFrom('anonymous_votes')
      .select(['proposal_id', 'voter_key'])
      .where(
        'proposal_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute(),
  ])
  const voted = new Set([
    ...open.map((vote) => vote.proposal_id),
    ...anonymous.filter((vote) => keys.has(vote.voter_key)).map((vote) => vote.proposal_id),
  ])
  return rows
    .filter(({ id }) => !voted.has(id))
    .map(({ id, league_id, question, closes_at }) => ({
      id,
      leagueId: league_id,
      question,
      closesAt: closes_at === null ? null : new Date(closes_at),
    }))
}

/** The leagues in which a user has a pick for a week. */
export async function findPickedLeagues(
  db: Db,
  userId: number,
  leagueIds: readonly number[],
  { season, week }: BettingWeek,
): Promise<Set<number>> {
  if (leagueIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('picks')
    .select('league_id')
    .where('league_id', 'in', leagueIds)
    .where('user_id', '=', userId)
    .where('season', '=', season)
    .where('week', '=', week)
    .where('text', '!=', '')
    .execute()
  return new Set(rows.map((row) => row.league_id))
}

/** The number of pending join requests of leagues that have any. */
export async function countRequests(db: Db, leagueIds: readonly number[]): Promise<Map<number, number>> {
  if (leagueIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('join_requests')
    .select(({ fn }) => ['league_id', fn.countAll<number>().as('count')])
    .where('league_id', 'in', leagueIds)
    .where('status', '=', 'pending')
    .groupBy('league_id')
    .execute()
  return new Map(rows.map((row) => [row.league_id ?? 0, row.count]))
}

export async function countFeedNews(
  db: Db,
  userId: number,
  leagueId: number,
  since: Date,
  now: Date,
): Promise<FeedNews> {
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
      .selectFrom('post_comments as comment')
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
    closedVotes,
  }
}

export async function listBrokenRecords(
  db: Db,
  leagueId: number,
  since: Date,
): Promise<(AnnouncedRecord & { season: number })[]> {
  const rows = await db
    .selectFrom('week_records')
    .select(['season', 'broken'])
    .where('league_id', '=', leagueId)
    .where('found_at', '>', since.getTime())
    .orderBy('found_at')
    .execute()
  return rows.flatMap(({ season, broken }) =>
    parseBrokenRecords(broken).map((record) => ({ ...record, season })),
  )
}
