import {
  type Commented,
  commentNotification,
  likeNotification,
  mentionNotification,
  proposalNotification,
  replyNotification,
  VOTE_REMINDER_LEAD_MS,
  voteReminder,
} from '@fieldhouse/domain/notifications/activity-notifications'
import { teamsOf } from '@fieldhouse/domain/rosters/transactions'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { listTeamUsers } from '../../repositories/league.ts'
import { loadDisplayNames } from '../../repositories/memberships.ts'
import { isNotMuted, nounOf } from '../../repositories/moderation.ts'
import { findSeason } from '../../repositories/stored-seasons.ts'
import { type Activity, type ActivitySource, forUser, type VoterKey } from './notification-store.ts'

async function listProposals(db: Db, since: Date): Promise<Activity[]> {
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
  const nameOf = await loadNames(db, rows, ({ author_id }) => author_id)
  return rows.map((row) => ({
    leagueId: row.league_id,
    isFor: ({ userId }) => userId !== row.author_id,
    text: `item ${row.id}`,
    toNotification: (league) => proposalNotification(toAuthoredText(row, nameOf), league),
  }))
}

/** Not of proposals that were open for a short time only: their members were notified when they began. */
async function listClosingVotes(db: Db, _since: Date, now: Date, voterKey: VoterKey): Promise<Activity[]> {
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
      .select(['proposal_id', 'user_id as voter'])
      .where('proposal_id', 'in', ids)
      .execute(),
    db
      .selectFrom('anonymous_votes')
      .select(['proposal_id', 'voter_key as voter'])
      .where('proposal_id', 'in', ids)
      .execute(),
  ])
  const voters = new Set([...open, ...anonymous].map((vote) => `${vote.proposal_id} ${vote.voter}`))
  return rows.map(({ id, league_id, question, closes_at }) => ({
    leagueId: league_id,
    isFor: ({ userId }) => !voters.has(`${id} ${userId}`) && !voters.has(`${id} ${voterKey(id, userId)}`),
    toNotification: (league) => voteReminder({ id, question, closesAt: new Date(closes_at ?? now) }, league),
  }))
}

async function listComments(db: Db, since: Date): Promise<Activity[]> {
  const rows = await db
    .selectFrom('item_comments as comment')
    .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
    .leftJoin('item_comments as parent', 'parent.id', 'comment.parent_id')
    .leftJoin('feed_media as media', 'media.item_id', 'item.id')
    .leftJoin('feed_trades as trade', 'trade.item_id', 'item.id')
    .select(['comment.id', 'comment.user_id as author_id', 'comment.post_id as item_id', 'item.league_id'])
    .select(['comment.body as text', 'comment.created_at', 'parent.user_id as parent_author_id'])
    .select(['item.user_id as for_user_id', 'item.type', 'media.kind'])
    .select(['trade.season as trade_season', 'trade.trade_id'])
    .where('comment.created_at', '>', since.getTime())
    .where('comment.hidden_at', 'is', null)
    .where('item.hidden_at', 'is', null)
    .orderBy((eb) => eb('item.type', '=', 'trade'))
    .orderBy('comment.id')
    .execute()
  const nameOf = await loadNames(db, rows, ({ author_id }) => author_id)
  const isMuted = await loadMutes(db, rows)
  const activity: Activity[] = []
  for (const ofItem of Map.groupBy(rows, ({ item_id }) => item_id).values()) {
    const [first] = ofItem as [(typeof rows)[number]]
    const on = toCommented(first)
    const owners = on.noun === 'trade' ? await listManagers(db, first.league_id, on) : [first.for_user_id]
    for (const row of ofItem) activity.push(...commentActivities(row, owners, on, nameOf, isMuted))
  }
  return activity
}

async function listManagers(
  db: Db,
  leagueId: number,
  { season, transaction }: { season: number; transaction: string },
) {
  const transactions = await archiveReader(db).listTransactions(leagueId, season)
  const users = await listTeamUsers(db, leagueId, season)
  const trade = transactions.find(({ id }) => id === transaction)
  return trade === undefined ? [] : teamsOf(trade).flatMap((teamId) => users.get(teamId) ?? [])
}

/** Likes of what other users have posted: all new likes of an item together. */
async function listLikes(db: Db, since: Date): Promise<Activity[]> {
  const author = { league: sql.ref('item.league_id'), by: sql.ref('item.user_id') }
  const rows = await db
    .selectFrom('item_likes as liked')
    .innerJoin('feed_items as item', 'item.id', 'liked.post_id')
    .leftJoin('feed_posts as post', 'post.item_id', 'item.id')
    .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
    .leftJoin('feed_media as media', 'media.item_id', 'item.id')
    .select(['item.id', 'item.league_id', 'item.user_id as for_user_id', 'item.type', 'media.kind'])
    .select((eb) => eb.fn.coalesce('post.content', 'proposal.question', eb.val('')).as('text'))
    .select(['liked.user_id as liker_id', 'liked.created_at'])
    .where('liked.created_at', '>', since.getTime())
    .where('item.hidden_at', 'is', null)
    .where(isNotMuted({ ...author, person: sql.ref('liked.user_id') }))
    .whereRef('item.user_id', '!=', 'liked.user_id')
    .orderBy('liked.created_at', 'desc')
    .execute()
  const nameOf = await loadNames(db, rows, ({ liker_id }) => liker_id)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((ofItem): Activity => {
    const [newest] = ofItem as [(typeof rows)[number]]
    const { id, league_id: leagueId, for_user_id, text, created_at } = newest
    const likers = ofItem.map(({ liker_id }) => nameOf(leagueId, liker_id))
    const like = { id, noun: nounOf(newest), likers, text, at: new Date(created_at ?? since) }
    return forUser(leagueId, for_user_id, (league) => likeNotification(like, league))
  })
}

async function listMentions(db: Db, since: Date): Promise<Activity[]> {
  const rows = await selectMentions(db, since)
  const nameOf = await loadNames(db, rows, ({ author_id }) => author_id)
  const managers = await loadManagers(db, rows)
  const isMuted = await loadMutes(db, rows)
  // The last one of several about a text counts: one of the person says more than one of their team.
  const inOrder = rows.toSorted((a, b) => Number(a.team_id === null) - Number(b.team_id === null))
  return inOrder.flatMap((row): Activity[] => {
    const { league_id: leagueId, comment_id: commentId, author_id: authorId } = row
    const team = row.team_id === null ? null : managers.get(teamKey(row))
    const userIds = team === null ? [row.user_id ?? 0] : (team?.userIds ?? [])
    const isFor = (userId: number) =>
      userId !== 0 && userId !== authorId && !isMuted(leagueId, userId, authorId)
    const mention = {
      author: nameOf(leagueId, authorId),
      text: row.text ?? '',
      on: toCommented(row),
      commentId,
      team: team?.name ?? null,
      at: new Date(row.created_at),
    }
    const text = commentId === null ? `item ${row.item_id}` : `comment ${commentId}`
    return userIds.filter(isFor).map((userId) => ({
      ...forUser(leagueId, userId, (league) => mentionNotification(mention, league)),
      text,
    }))
  })
}

function selectMentions(db: Db, since: Date) {
  const inItems = db
    .selectFrom('item_mentions')
    .select((eb) => ['item_id', eb.lit(null).as('comment_id')])
    .select(['start', 'user_id', 'season', 'team_id', 'created_at'])
    .where('created_at', '>', since.getTime())
  const inComments = db
    .selectFrom('comment_mentions as mention')
    .innerJoin('item_comments as comment', 'comment.id', 'mention.comment_id')
    .select(['comment.post_id as item_id', 'mention.comment_id'])
    .select(['mention.start', 'mention.user_id', 'mention.season', 'mention.team_id', 'mention.created_at'])
    .where('mention.created_at', '>', since.getTime())
  return db
    .selectFrom(
      inItems
        .$castTo<InferResult<typeof inComments>[number] & { comment_id: number | null }>()
        .unionAll(inComments)
        .as('mention'),
    )
    .innerJoin('feed_items as item', 'item.id', 'mention.item_id')
    .leftJoin('item_comments as comment', 'comment.id', 'mention.comment_id')
    .leftJoin('feed_posts as post', 'post.item_id', 'item.id')
    .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
    .leftJoin('feed_media as media', 'media.item_id', 'item.id')
    .leftJoin('feed_trades as trade', 'trade.item_id', 'item.id')
    .selectAll('mention')
    .select(['item.league_id', 'item.type', 'media.kind', 'trade.season as trade_season', 'trade.trade_id'])
    .select(({ fn }) => [
      fn.coalesce('comment.body', 'post.content', 'proposal.question').as('text'),
      fn.coalesce('comment.user_id', 'item.user_id').as('author_id'),
    ])
    .where('item.hidden_at', 'is', null)
    .where('comment.hidden_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('comment.user_id', 'item.user_id'), 'is not', null))
    .$narrowType<{ author_id: number }>()
    .orderBy((eb) => eb.fn.coalesce('comment.id', eb.lit(0)))
    .orderBy('item.id')
    .orderBy('mention.start')
    .execute()
}

type MentionRow = Awaited<ReturnType<typeof selectMentions>>[number]

async function loadManagers(db: Db, rows: readonly MentionRow[]) {
  const managers = new Map<string, { name: string; userIds: readonly number[] }>()
  const ofTeams = rows.filter(({ team_id }) => team_id !== null)
  for (const [{ league_id: leagueId, season }] of Map.groupBy(ofTeams, seasonKey).values() as Iterable<
    [MentionRow]
  >) {
    if (season === null) continue
    const users = await listTeamUsers(db, leagueId, season)
    for (const { teamId, name } of (await findSeason(db, leagueId, season))?.teams ?? [])
      managers.set(teamKey({ league_id: leagueId, season, team_id: teamId }), {
        name,
        userIds: users.get(teamId) ?? [],
      })
  }
  return managers
}

type MentionedTeam = Pick<MentionRow, 'league_id' | 'season' | 'team_id'>

const seasonKey = ({ league_id, season }: MentionedTeam) => `${league_id} ${season}`
const teamKey = ({ team_id, ...season }: MentionedTeam) => `${seasonKey({ ...season, team_id })} ${team_id}`

function toCommented(row: Pick<MentionRow, 'item_id' | 'type' | 'kind' | 'trade_season' | 'trade_id'>) {
  return row.trade_season === null || row.trade_id === null
    ? ({ noun: nounOf(row), id: row.item_id } as const)
    : ({ noun: 'trade', season: row.trade_season, transaction: row.trade_id } as const)
}

/**
 * Loads the names of people in their leagues.
 * @param personOf whose name a row needs; null for nobody
 */
export async function loadNames<Row extends { league_id: number }>(
  db: Db,
  rows: readonly Row[],
  personOf: (row: Row) => number | null,
): Promise<NameOf> {
  const names = new Map<number, ReadonlyMap<number, string>>()
  for (const [leagueId, ofLeague] of Map.groupBy(rows, (row) => row.league_id)) {
    const people = new Set(ofLeague.flatMap((row) => personOf(row) ?? []))
    names.set(leagueId, await loadDisplayNames(db, leagueId, [...people]))
  }
  return (leagueId, userId) => names.get(leagueId)?.get(userId) ?? ''
}

/** Empty if the name is not known. */
type NameOf = (leagueId: number, userId: number) => string

type IsMuted = (leagueId: number, userId: number, person: number) => boolean

async function loadMutes(db: Db, rows: readonly { league_id: number }[]): Promise<IsMuted> {
  if (rows.length === 0) return () => false
  const mutes = await db
    .selectFrom('mutes')
    .select(['league_id', 'user_id', 'muted_user_id'])
    .where('league_id', 'in', [...new Set(rows.map(({ league_id }) => league_id))])
    .execute()
  const muted = new Set(mutes.map((row) => `${row.league_id} ${row.user_id} ${row.muted_user_id}`))
  return (leagueId, userId, person) => muted.has(`${leagueId} ${userId} ${person}`)
}

type AuthoredRow = { id: number; league_id: number; author_id: number; text: string; created_at: number }

function commentActivities(
  row: AuthoredRow & { parent_author_id: number | null },
  owners: readonly (number | null | undefined)[],
  on: Commented,
  nameOf: NameOf,
  isMuted: IsMuted,
): Activity[] {
  const { league_id: leagueId, author_id: author } = row
  const about = { leagueId, text: `comment ${row.id}` }
  const isFor = (userId: number) => userId !== author && !isMuted(leagueId, userId, author)
  const isRepliedTo = (userId: number) => userId === row.parent_author_id && isFor(userId)
  return [
    {
      ...about,
      isFor: ({ userId }) => owners.includes(userId) && isFor(userId) && !isRepliedTo(userId),
      toNotification: (league) => commentNotification(toAuthoredText(row, nameOf), on, league),
    },
    {
      ...about,
      isFor: ({ userId }) => isRepliedTo(userId),
      toNotification: (league) => replyNotification(toAuthoredText(row, nameOf), on, league),
    },
  ]
}

function toAuthoredText({ id, league_id, author_id, text, created_at }: AuthoredRow, nameOf: NameOf) {
  return { id, author: nameOf(league_id, author_id), text, at: new Date(created_at) }
}

export const FEED_ACTIVITY: readonly ActivitySource[] = [
  listProposals,
  listClosingVotes,
  listComments,
  listLikes,
  listMentions,
]
