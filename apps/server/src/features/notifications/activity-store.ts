import {
  type Commented,
  commentNotification,
  likeNotification,
  proposalNotification,
  replyNotification,
  VOTE_REMINDER_LEAD_MS,
  voteReminder,
} from '@fieldhouse/domain/notifications/activity-notifications'
import type { Notification } from '@fieldhouse/domain/notifications/notification'
import { teamsOf } from '@fieldhouse/domain/rosters/transactions'
import { sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { listTeamUsers } from '../../repositories/leagues/assignment-reader.ts'
import { loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import { nounOf } from '../../repositories/leagues/posted-nouns.ts'
import { isNotMuted } from '../../repositories/moderation/moderated-content.ts'
import { archiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { Recipient } from './recipient-store.ts'

/** Something that happened in a league, and whom it concerns. */
export type Activity = {
  leagueId: number
  isFor: (member: Recipient) => boolean
  /** The user whom it concerns if they are not a member, or not any more. */
  outsiderId?: number
  toNotification: (league: string) => Notification
  /**
   * The text that it is about, such as `comment 12`. Of two notifications about the same text, of which one is about a
   * mention, a user gets one.
   */
  text?: string
}

/** Derives the key that replaces a voter in stored anonymous votes. */
export type VoterKey = (proposalId: number, userId: number) => string

/** What happened in the feeds of all leagues. */
export interface ActivityStore {
  /**
   * Lists new proposals, votes that close soon, and new comments and likes on what other users
   * have posted, and new comments on trades, each oldest first.
   */
  listFeedActivity(since: Date, now: Date): Promise<Activity[]>
}

export function activityStore(db: Db, voterKey: VoterKey): ActivityStore {
  return {
    async listFeedActivity(since, now) {
      return [
        ...(await listProposals(since)),
        ...(await listClosingVotes(now)),
        ...(await listComments(since)),
        ...(await listTradeComments(since)),
        ...(await listLikes(since)),
      ]
    },
  }

  async function listProposals(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('feed_items')
      .innerJoin('feed_proposals', 'feed_proposals.item_id', 'feed_items.id')
      .innerJoin('users', 'users.id', 'feed_items.user_id')
      .select(['feed_items.id', 'users.id as author_id'])
      .select(['question as text', 'feed_items.created_at', 'feed_items.league_id'])
      .where('feed_items.type', '=', 'proposal')
      .where('feed_items.hidden_at', 'is', null)
      .where('feed_items.created_at', '>', since.getTime())
      .orderBy('feed_items.id')
      .execute()
    const nameOf = await loadNames(
      db,
      rows.map((row) => [row.league_id, row.author_id]),
    )
    return rows.map((row) => ({
      leagueId: row.league_id,
      isFor: ({ userId }) => userId !== row.author_id,
      text: `item ${row.id}`,
      toNotification: (league) => proposalNotification(toAuthoredText(row, nameOf), league),
    }))
  }

  /** Not of proposals that were open for a short time only: their members were notified when they began. */
  async function listClosingVotes(now: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('feed_proposals as proposal')
      .innerJoin('feed_items as item', 'item.id', 'proposal.item_id')
      .select(['item.id', 'item.league_id', 'proposal.question', 'proposal.closes_at'])
      .where('item.hidden_at', 'is', null)
      .where('proposal.closes_at', '>', now.getTime())
      .where('proposal.closes_at', '<=', now.getTime() + VOTE_REMINDER_LEAD_MS)
      .where('item.created_at', '<=', now.getTime() - VOTE_REMINDER_LEAD_MS)
      .orderBy('item.id')
      .execute()
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [open, anonymous] = await Promise.all([
      db
        .selectFrom('proposal_votes')
        .select(['proposal_id', 'user_id'])
        .where('proposal_id', 'in', ids)
        .execute(),
      db
        .selectFrom('anonymous_votes')
        .select(['proposal_id', 'voter_key'])
        .where('proposal_id', 'in', ids)
        .execute(),
    ])
    const voters = new Set([
      ...open.map((vote) => `${vote.proposal_id} ${vote.user_id}`),
      ...anonymous.map((vote) => `${vote.proposal_id} ${vote.voter_key}`),
    ])
    return rows.map(({ id, league_id, question, closes_at }) => ({
      leagueId: league_id,
      isFor: ({ userId }) => !voters.has(`${id} ${userId}`) && !voters.has(`${id} ${voterKey(id, userId)}`),
      toNotification: (league) =>
        voteReminder({ id, question, closesAt: new Date(closes_at ?? now) }, league),
    }))
  }

  async function listComments(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('post_comments as comment')
      .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
      .leftJoin('feed_media as media', 'media.item_id', 'item.id')
      .leftJoin('post_comments as parent', 'parent.id', 'comment.parent_id')
      .select(['comment.id', 'comment.user_id as author_id', 'comment.post_id'])
      .select('parent.user_id as parent_author_id')
      .select(['comment.body as text', 'comment.created_at', 'item.league_id'])
      .select(['item.user_id as for_user_id', 'item.type', 'media.kind'])
      .where('comment.created_at', '>', since.getTime())
      .where('item.type', '!=', 'trade')
      .where('comment.hidden_at', 'is', null)
      .where('item.hidden_at', 'is', null)
      .orderBy('comment.id')
      .execute()
    const nameOf = await loadNames(
      db,
      rows.map((row) => [row.league_id, row.author_id]),
    )
    const mutes = new Map<number, Set<string>>()
    for (const { league_id } of rows)
      if (!mutes.has(league_id)) mutes.set(league_id, await listMutes(db, league_id))
    return rows.flatMap((row) =>
      commentActivities(
        row,
        [row.for_user_id],
        { noun: nounOf(row), id: row.post_id },
        nameOf,
        mutes.get(row.league_id) ?? new Set(),
      ),
    )
  }

  /** Those on trades, for the members whose teams made them. */
  async function listTradeComments(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('post_comments as comment')
      .innerJoin('feed_trades as trade', 'trade.item_id', 'comment.post_id')
      .select(['comment.id', 'comment.user_id as author_id'])
      .select(['comment.body as text', 'comment.created_at'])
      .leftJoin('post_comments as parent', 'parent.id', 'comment.parent_id')
      .select(['trade.league_id', 'trade.season', 'trade.trade_id'])
      .select('parent.user_id as parent_author_id')
      .where('comment.created_at', '>', since.getTime())
      .where('comment.hidden_at', 'is', null)
      .orderBy('comment.id')
      .execute()
    const nameOf = await loadNames(
      db,
      rows.map((row) => [row.league_id, row.author_id]),
    )
    const activity: Activity[] = []
    for (const ofTrade of Map.groupBy(
      rows,
      (row) => `${row.league_id} ${row.season} ${row.trade_id}`,
    ).values()) {
      const [{ league_id: leagueId, season, trade_id: transaction }] = ofTrade as [(typeof rows)[number]]
      const transactions = await archiveReader(db).listTransactions(leagueId, season)
      const trade = transactions.find(({ id }) => id === transaction)
      const users = await listTeamUsers(db, leagueId, season)
      const mutes = await listMutes(db, leagueId)
      const managers = (trade === undefined ? [] : teamsOf(trade)).map((teamId) => users.get(teamId))
      const on = { noun: 'trade', season, transaction } as const
      for (const row of ofTrade) activity.push(...commentActivities(row, managers, on, nameOf, mutes))
    }
    return activity
  }

  /** All new likes of an item together. */
  async function listLikes(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('post_likes as liked')
      .innerJoin('feed_items as item', 'item.id', 'liked.post_id')
      .leftJoin('feed_posts as post', 'post.item_id', 'item.id')
      .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
      .leftJoin('feed_media as media', 'media.item_id', 'item.id')
      .select(['item.id', 'item.league_id', 'item.user_id as for_user_id', 'item.type', 'media.kind'])
      .select((eb) => eb.fn.coalesce('post.content', 'proposal.question', eb.val('')).as('text'))
      .select(['liked.user_id as liker_id', 'liked.created_at'])
      .where('liked.created_at', '>', since.getTime())
      .where('item.hidden_at', 'is', null)
      .where(isNotMuted({ league: OF_LEAGUE, by: BY_AUTHOR, person: sql.ref('liked.user_id') }))
      .whereRef('item.user_id', '!=', 'liked.user_id')
      .orderBy('liked.created_at', 'desc')
      .execute()
    const nameOf = await loadNames(
      db,
      rows.map((row) => [row.league_id, row.liker_id]),
    )
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([newest, ...others]) => {
      if (newest === undefined) return []
      const { id, league_id, for_user_id, text, created_at } = newest
      const likers = [newest, ...others].map((row) => nameOf(row.league_id, row.liker_id))
      return [
        {
          leagueId: league_id,
          isFor: ({ userId }) => userId === for_user_id,
          toNotification: (league) => {
            const at = new Date(created_at ?? since)
            return likeNotification({ id, noun: nounOf(newest), likers, text, at }, league)
          },
        } satisfies Activity,
      ]
    })
  }
}

/** Loads the names of people in their leagues. */
export async function loadNames(db: Db, people: readonly [leagueId: number, userId: number][]) {
  const names = new Map<number, ReadonlyMap<number, string>>()
  for (const [leagueId, ofLeague] of Map.groupBy(people, ([id]) => id))
    names.set(leagueId, await loadDisplayNames(db, leagueId, [...new Set(ofLeague.map(([, id]) => id))]))
  return (leagueId: number, userId: number) => names.get(leagueId)?.get(userId) ?? ''
}

type NameOf = (leagueId: number, userId: number) => string

type CommentRow = AuthoredRow & { parent_author_id: number | null }

/** Notifies those whose item it is, and the author of the comment that it replies to, each of them once. */
function commentActivities(
  row: CommentRow,
  owners: readonly (number | null | undefined)[],
  on: Commented,
  nameOf: NameOf,
  mutes: ReadonlySet<string>,
): Activity[] {
  const { league_id: leagueId, author_id: author } = row
  const text = `comment ${row.id}`
  const isFor = (userId: number) => userId !== author && !mutes.has(`${userId} ${author}`)
  const isRepliedTo = (userId: number) => userId === row.parent_author_id && isFor(userId)
  return [
    {
      leagueId,
      text,
      isFor: ({ userId }) => owners.includes(userId) && isFor(userId) && !isRepliedTo(userId),
      toNotification: (league) => commentNotification(toAuthoredText(row, nameOf), on, league),
    },
    {
      leagueId,
      text,
      isFor: ({ userId }) => isRepliedTo(userId),
      toNotification: (league) => replyNotification(toAuthoredText(row, nameOf), on, league),
    },
  ]
}

/** Who has muted whom in a league, as `<user id> <muted user id>`. */
export async function listMutes(db: Db, leagueId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mutes')
    .select(['user_id', 'muted_user_id'])
    .where('league_id', '=', leagueId)
    .execute()
  return new Set(rows.map((row) => `${row.user_id} ${row.muted_user_id}`))
}

/** The league of an item, and its author, whom a comment or a like concerns. */
const OF_LEAGUE = sql.ref('item.league_id')
const BY_AUTHOR = sql.ref('item.user_id')

type AuthoredRow = { id: number; league_id: number; author_id: number; text: string; created_at: number }

function toAuthoredText(row: AuthoredRow, nameOf: NameOf) {
  const { id, text, created_at } = row
  return { id, author: nameOf(row.league_id, row.author_id), text, at: new Date(created_at) }
}
