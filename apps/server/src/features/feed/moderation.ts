import * as contract from '@fieldhouse/contract/feed/moderation'
import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { upsert } from '../../database/engine/queries.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { changeLeague, recordEvent } from '../../repositories/change-league.ts'
import { listLeagueAdmins, loadDisplayNames } from '../../repositories/memberships.ts'
import {
  COMMENT_FIELDS,
  type FeedCall,
  type FeedUser,
  type ItemChange,
  inFeedTransaction,
  limitRate,
  publishItemChange,
  readSlowMode,
  recordFeedAudit,
  rejectIfHidden,
  type StoredItem,
  userOf,
} from './items.ts'
import { pathOfFile, toIso } from './present.ts'

export const moderation = [
  operation(contract.getModeration, async (call) => {
    const { ctx, params } = call
    const user = userOf(call)
    const { leagueId, userId, canRunLeague } = user
    const content = await requireContent(ctx.db, leagueId, params)
    const { user_id: authorId, hidden_at } = content
    const names = await ctx.names.load(leagueId, authorId === null ? '[]' : `[${authorId}]`)
    const mutes = await listLeagueMutes(ctx.db, leagueId)
    return {
      is_mine: authorId === userId,
      is_hidden: hidden_at !== null,
      can_hide: canRunLeague,
      report: await findReport(ctx.db, user, content, params),
      author: authorId === null ? null : (names.get(authorId) ?? ''),
      is_muted: authorId !== null && mutes.get(userId)?.has(authorId) === true,
    }
  }),

  /** Rejects with `item_hidden`, `not_allowed` for what the user wrote, and `already_reported`. */
  operation(contract.reportContent, async (call) => {
    await limitRate(call, 'reports')
    const user = userOf(call)
    const { leagueId, userId, now } = user
    await inTransaction(call.ctx.db, async (transaction) => {
      const content = await requireContent(transaction, leagueId, call.params)
      if (content.user_id === userId) throw new ApiError('not_allowed')
      rejectIfHidden(content)
      await transaction
        .insertInto('content_reports')
        .values({
          league_id: leagueId,
          item_id: content.item.id,
          comment_id: commentIdOf(call.params),
          user_id: userId,
          ...call.body,
          created_at: now.getTime(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirstOrThrow(() => new ApiError('already_reported'))
      await announceReports(transaction, user)
    })
    return { message: 'Reported to the league admins.' }
  }),

  /** Does nothing if the user has not reported it. */
  operation(contract.withdrawReport, async (call) => {
    const user = userOf(call)
    await inTransaction(call.ctx.db, async (transaction) => {
      const { item } = await requireContent(transaction, user.leagueId, call.params)
      await transaction
        .deleteFrom('content_reports')
        .where(isAbout(item, call.params))
        .where('user_id', '=', user.userId)
        .execute()
      await announceReports(transaction, user)
    })
    return { message: 'Report withdrawn.' }
  }),

  operation(contract.muteAuthor, (call) => muteAuthorOf(call, true)),
  operation(contract.unmuteAuthor, (call) => muteAuthorOf(call, false)),

  operation(contract.hideContent, (call) => hide(call, call.body.reason)),
  operation(contract.unhideContent, (call) => hide(call, null)),
  operation(contract.dismissReports, (call) => dismiss(call, true)),
  operation(contract.reopenReports, (call) => dismiss(call, false)),

  operation(contract.listReports, async (call) => ({
    reported: await listReported(call.ctx.db, userOf(call), call.query.state),
    slow_mode_seconds: await readSlowMode(call.ctx.db, call.league.id),
  })),

  operation(contract.saveSlowMode, async (call) => {
    const { seconds } = call.body
    const leagueId = call.league.id
    await changeLeague(call, async ({ transaction, now, audit }) => {
      if ((await readSlowMode(transaction, leagueId)) === seconds) return
      if (seconds > 0) await upsert(transaction, 'slow_modes', { league_id: leagueId }, { seconds })
      else await transaction.deleteFrom('slow_modes').where('league_id', '=', leagueId).execute()
      await audit('feed.slow_mode', { seconds })
      await recordEvent(transaction, leagueId, { name: 'slow_mode', data: { seconds } }, now)
    })
    return { message: seconds === 0 ? 'Slow mode is off.' : 'Slow mode is on.' }
  }),

  operation(contract.listMutes, async ({ ctx, user }) => ({ mutes: await listMutesOf(ctx.db, user.userId) })),

  operation(contract.removeMute, async ({ ctx, user: { userId }, params: { id } }) => {
    await inTransaction(ctx.db, async (transaction) => {
      const removed = await transaction
        .deleteFrom('mutes')
        .where((eb) => eb.and({ id, user_id: userId }))
        .returning('league_id')
        .executeTakeFirstOrThrow(() => new ApiError('mute_not_found'))
      await recordEvent(transaction, removed.league_id, { name: 'mutes', data: { user: userId } }, ctx.now())
    })
    return { message: 'Unmuted.' }
  }),
]

type ContentCall = FeedCall & { params: ContentKey }

/** Does nothing if that is so already. Throws `not_allowed` for what the user or the league itself wrote. */
async function muteAuthorOf(call: ContentCall, isMuted: boolean) {
  const { userId, leagueId, now } = userOf(call)
  await inTransaction(call.ctx.db, async (transaction) => {
    const { user_id: authorId } = await requireContent(transaction, leagueId, call.params)
    if (authorId === null || authorId === userId) throw new ApiError('not_allowed')
    const mute = { league_id: leagueId, user_id: userId, muted_user_id: authorId }
    if (isMuted)
      await transaction
        .insertInto('mutes')
        .values({ ...mute, created_at: now.getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await transaction
        .deleteFrom('mutes')
        .where((eb) => eb.and(mute))
        .execute()
    await recordEvent(transaction, leagueId, { name: 'mutes', data: { user: userId } }, now)
  })
  return { message: isMuted ? 'Muted.' : 'Unmuted.' }
}

const MAX_CLOSED_REPORTS = 1000
const MAX_CLOSED = 100

/**
 * Lists what members of a league have reported, the newest report first, without what the user wrote: all that is
 * open, or the newest of what was dismissed or hidden.
 */
async function listReported(db: Db, { leagueId, league, userId }: FeedUser, state: 'open' | 'closed') {
  const rows = await selectReports(db, leagueId, userId, state)
  const names = await loadDisplayNames(db, leagueId, [
    ...new Set(rows.flatMap((row) => [row.reporter_id, row.author_id ?? [], row.hidden_by ?? []].flat())),
  ])
  const groups = Map.groupBy(rows, ({ item_id, comment_id }) => `${item_id} ${comment_id}`)
  const reported = [...groups.values()].map((group) =>
    presentReported(group, league, (id) => names.get(id) ?? ''),
  )
  const isWanted = ({ state: each }: contract.ReportedContent) => (each === 'open') === (state === 'open')
  return reported.filter(isWanted).slice(0, state === 'open' ? undefined : MAX_CLOSED)
}

type Row = Awaited<ReturnType<typeof selectReports>>[number]

/** The newest first. */
function selectReports(db: Db, leagueId: number, userId: number, state: 'open' | 'closed') {
  return db
    .selectFrom('content_reports as report')
    .innerJoin('feed_items as item', 'item.id', 'report.item_id')
    .leftJoin('feed_posts as post', 'post.item_id', 'item.id')
    .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
    .leftJoin('feed_media as media', 'media.item_id', 'item.id')
    .leftJoin('feed_trades as trade', 'trade.item_id', 'item.id')
    .leftJoin('item_comments as comment', 'comment.id', 'report.comment_id')
    .select(['report.item_id', 'report.comment_id', 'report.user_id as reporter_id', 'report.reason'])
    .select(['report.note', 'report.created_at', 'report.dismissed_at'])
    .select(['item.type', 'item.created_at as item_created_at'])
    .select(['post.content', 'proposal.question', 'media.kind', 'trade.season', 'trade.trade_id'])
    .select(['comment.body', 'comment.created_at as comment_created_at'])
    .select([
      ofContent<number | null>('user_id').as('author_id'),
      ofContent<number | null>('hidden_at').as('hidden_at'),
      ofContent<string | null>('hidden_reason').as('hidden_reason'),
      ofContent<number | null>('hidden_by').as('hidden_by'),
    ])
    .where('report.league_id', '=', leagueId)
    .where(sql<boolean>`coalesce(${ofContent('user_id')}, 0) != ${userId}`)
    .$if(state === 'closed', (query) => query.limit(MAX_CLOSED_REPORTS))
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc')
    .$narrowType<{ reason: ReportReason }>()
    .execute()
}

function ofContent<Value>(column: 'user_id' | 'hidden_at' | 'hidden_reason' | 'hidden_by') {
  return sql<Value>`case when report.comment_id is null then ${sql.ref(`item.${column}`)}
    else ${sql.ref(`comment.${column}`)} end`
}

/** @param rows the reports of the same content */
function presentReported(
  rows: readonly Row[],
  league: string,
  nameOf: (userId: number) => string,
): contract.ReportedContent {
  const [row] = rows as [Row]
  const { type, item_id, comment_id, author_id, season, trade_id } = row
  const { hidden_at, hidden_reason, hidden_by } = row
  const isComment = comment_id !== null
  const isDismissed = rows.every(({ dismissed_at }) => dismissed_at !== null)
  return {
    kind: isComment || type === 'trade' ? 'comment' : type,
    id: comment_id ?? item_id,
    author: author_id === null ? LEAGUE_AUTHOR : nameOf(author_id),
    text: (isComment ? row.body : (row.content ?? row.question)) ?? '',
    created_at: toIso((isComment ? row.comment_created_at : null) ?? row.item_created_at),
    file: isComment || row.kind === null ? null : { kind: row.kind, url: pathOfFile(league, item_id) },
    item: type === 'trade' ? null : { type, id: item_id },
    trade: season === null || trade_id === null ? null : { season, id: trade_id },
    hidden:
      hidden_at === null
        ? null
        : {
            reason: hidden_reason ?? '',
            at: toIso(hidden_at),
            ...(hidden_by === null ? {} : { by: nameOf(hidden_by) }),
          },
    state: hidden_at !== null ? 'hidden' : isDismissed ? 'dismissed' : 'open',
    reports: rows.map(({ reporter_id, reason, note, created_at }) => ({
      reporter: nameOf(reporter_id),
      reason,
      note,
      at: toIso(created_at),
    })),
  }
}

// Reports of items and comments, and what league admins decide about them. All of it rejects with `item_not_found`.

type ContentKey = { kind: ReportedKind; id: number }

type Content = Pick<StoredItem, 'user_id' | 'hidden_at' | 'hidden_reason'> & {
  item: Pick<StoredItem, 'id' | 'type' | 'version'>
  trade: { season: number; id: string } | null
}

async function requireContent(db: Db, leagueId: number, key: ContentKey): Promise<Content> {
  return orThrow(
    await (key.kind === 'comment'
      ? findComment(db, leagueId, key.id)
      : findItem(db, leagueId, key.id, key.kind)),
    'item_not_found',
  )
}

/** null for a file of a post: what a post contains is moderated with the post. */
async function findItem(db: Db, leagueId: number, id: number, type: Exclude<ReportedKind, 'comment'>) {
  const item = await db
    .selectFrom('feed_items as item')
    .leftJoin('feed_media as media', 'media.item_id', 'item.id')
    .select(['item.id', 'item.type', 'item.version', 'item.user_id', 'item.hidden_at', 'item.hidden_reason'])
    .where((eb) => eb.and({ 'item.league_id': leagueId, 'item.id': id, 'item.type': type }))
    .where('media.post_id', 'is', null)
    .executeTakeFirst()
  return item === undefined ? null : { ...item, item, trade: null }
}

async function findComment(db: Db, leagueId: number, id: number): Promise<Content | null> {
  const row = await db
    .selectFrom('item_comments as comment')
    .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
    .leftJoin('feed_trades as trade', 'trade.item_id', 'item.id')
    .select(['comment.user_id', 'comment.hidden_at', 'comment.hidden_reason'])
    .select(['item.id as item_id', 'item.type', 'item.version', 'trade.season', 'trade.trade_id'])
    .where((eb) => eb.and({ 'comment.id': id, 'item.league_id': leagueId }))
    .executeTakeFirst()
  if (row === undefined) return null
  const { item_id, type, version, season, trade_id, ...comment } = row
  const trade = season === null || trade_id === null ? null : { season, id: trade_id }
  return { ...comment, item: { id: item_id, type, version }, trade }
}

/**
 * Hides something, or changes the reason, or shows it again. Does nothing if that is so already.
 * @param reason null to show it
 */
async function hide(call: ContentCall, reason: string | null) {
  const admin = userOf(call)
  const key = call.params
  await inFeedTransaction(call.ctx.db, admin.leagueId, async (transaction) => {
    const content = await requireContent(transaction, admin.leagueId, key)
    const { item, trade, user_id, hidden_at, hidden_reason } = content
    if (hidden_reason === reason) return
    const isHidden = reason !== null
    const values = {
      hidden_at: isHidden ? (hidden_at ?? admin.now.getTime()) : null,
      hidden_reason: reason,
      hidden_by: isHidden ? admin.userId : null,
    }
    await transaction
      .updateTable(key.kind === 'comment' ? 'item_comments' : 'feed_items')
      .set(values)
      .where('id', '=', key.id)
      .execute()
    if (key.kind === 'post')
      await transaction
        .updateTable('feed_items')
        .set(values)
        .where('id', 'in', (eb) =>
          eb.selectFrom('feed_media').select('item_id').where('post_id', '=', key.id),
        )
        .execute()
    const detail = { type: key.kind, id: key.id, author_id: user_id }
    if (reason === null) await recordFeedAudit(transaction, admin, 'feed.unhide', detail)
    else await recordFeedAudit(transaction, admin, 'feed.hide', { ...detail, reason })
    await publishItemChange(transaction, admin, item, trade === null ? hidingChange(key) : { trade })
    await announceReports(transaction, admin)
  })
  return { message: reason === null ? 'Members can see it again.' : 'Hidden from members.' }
}

function hidingChange(key: ContentKey): ItemChange {
  switch (key.kind) {
    case 'comment':
      return { fields: COMMENT_FIELDS, changed_comment: key.id }
    case 'post':
      return {
        fields: ['hidden', 'content', 'mentions', 'media', 'edited_at', 'reactions', 'recap', 'preview'],
      }
    case 'proposal':
      return { fields: ['hidden', 'question', 'mentions', 'options'] }
    case 'media':
      return { fields: ['hidden', 'reactions', 'url', 'content_type', 'width', 'height'] }
  }
}

async function findReport(db: Db, { userId }: FeedUser, { item }: Content, key: ContentKey) {
  const row = await db
    .selectFrom('content_reports')
    .select(['reason', 'note', 'created_at'])
    .where(isAbout(item, key))
    .where('user_id', '=', userId)
    .$narrowType<{ reason: ReportReason }>()
    .executeTakeFirst()
  if (row === undefined) return null
  const { created_at, ...own } = row
  return { ...own, at: new Date(created_at).toISOString() }
}

/**
 * Dismisses all reports of something, or reopens them. Rejects with `item_not_found` also if there are none, or the
 * admin wrote it.
 */
async function dismiss(call: ContentCall, isDismissed: boolean) {
  const admin = userOf(call)
  const key = call.params
  const { leagueId, userId, now } = admin
  await inFeedTransaction(call.ctx.db, leagueId, async (transaction) => {
    const { item, user_id } = await requireContent(transaction, leagueId, key)
    // Admins do not learn whether what they wrote was reported.
    if (user_id === userId) throw new ApiError('item_not_found')
    const reports = await transaction
      .selectFrom('content_reports')
      .select('dismissed_at')
      .where(isAbout(item, key))
      .execute()
    if (reports.length === 0) throw new ApiError('item_not_found')
    if (reports.every(({ dismissed_at }) => (dismissed_at !== null) === isDismissed)) return
    await transaction
      .updateTable('content_reports')
      .set({ dismissed_at: isDismissed ? now.getTime() : null })
      .where(isAbout(item, key))
      .where('dismissed_at', isDismissed ? 'is' : 'is not', null)
      .execute()
    const action = isDismissed ? 'feed.dismiss_reports' : 'feed.reopen_reports'
    await recordFeedAudit(transaction, admin, action, { type: key.kind, id: key.id })
    await announceReports(transaction, admin)
  })
  return { message: isDismissed ? 'Reports dismissed.' : 'Reports reopened.' }
}

const commentIdOf = ({ kind, id }: ContentKey) => (kind === 'comment' ? id : null)

function isAbout(item: { id: number }, key: ContentKey) {
  const commentId = commentIdOf(key)
  const comment = commentId === null ? sql`is null` : sql`= ${commentId}`
  return sql<boolean>`item_id = ${item.id} and comment_id ${comment}`
}

/** Tells the open pages of those who may run the league that reports have changed. Nobody else gets these events. */
async function announceReports(db: Db, { leagueId, now }: FeedUser): Promise<void> {
  for (const user of await listLeagueAdmins(db, leagueId))
    await recordEvent(db, leagueId, { name: 'inbox', data: { user } }, now)
}

// Whom people have muted for themselves. Nobody else learns about it, so nothing is recorded in the audit log.

/** Whom the users of a league have muted: the muted users by the user who muted them. */
export type Mutes = ReadonlyMap<number, ReadonlySet<number>>

export async function listLeagueMutes(db: Db, leagueId: number): Promise<Mutes> {
  const rows = await db
    .selectFrom('mutes')
    .select(['user_id as userId', 'muted_user_id as mutedId'])
    .where('league_id', '=', leagueId)
    .execute()
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, muted]) => [userId, new Set(muted.map(({ mutedId }) => mutedId))]))
}

/** Whom a user has muted, by league and in the order of their IDs. */
async function listMutesOf(db: Db, userId: number): Promise<contract.MutedPerson[]> {
  const rows = await db
    .selectFrom('mutes')
    .innerJoin('leagues', 'leagues.id', 'mutes.league_id')
    .innerJoin('users', 'users.id', 'mutes.user_id')
    .select(['mutes.id', 'mutes.league_id', 'mutes.muted_user_id', 'mutes.created_at', 'leagues.name'])
    .where('mutes.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('users.is_admin', '=', 1),
        eb('users.is_staff', '=', 1),
        // The names of a league are for its members.
        eb(
          'mutes.league_id',
          'in',
          eb.selectFrom('memberships').select('league_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('leagues.name_key')
    .orderBy('mutes.id')
    .execute()
  const byLeague = Map.groupBy(rows, ({ league_id }) => league_id)
  const mutes = [...byLeague].map(async ([leagueId, ofLeague]) => {
    const ids = ofLeague.map(({ muted_user_id }) => muted_user_id)
    const names = await loadDisplayNames(db, leagueId, ids)
    return ofLeague.map(({ id, name: league, muted_user_id, created_at }) => {
      return {
        id,
        league,
        name: names.get(muted_user_id) ?? '',
        muted_at: new Date(created_at).toISOString(),
      }
    })
  })
  return (await Promise.all(mutes)).flat()
}
