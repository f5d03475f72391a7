import {
  dismissReports,
  getModeration,
  hideContent,
  listMutes,
  listReports,
  muteAuthor,
  type ReportedContent,
  removeMute,
  reopenReports,
  reportContent,
  unhideContent,
  unmuteAuthor,
  withdrawReport,
} from '@fieldhouse/contract/feed/moderation'
import { saveSlowMode } from '@fieldhouse/contract/feed/slow-mode'
import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import type { ReportReason } from '@fieldhouse/domain/league/moderation'
import { sql } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { operation } from '../../../http/operation.ts'
import { loadDisplayNames } from '../../../repositories/leagues/display-names.ts'
import { type FeedCall, feedOperation, limitRate, userOf } from '../items/feed-operation.ts'
import type { FeedUser } from '../items/item-store.ts'
import { pathOfFile, toIso } from '../items/present.ts'
import {
  type ContentKey,
  findReport,
  report,
  requireContent,
  setDismissed,
  setHidden,
  withdraw,
} from './content-moderation.ts'
import { deleteMute, listLeagueMutes, listMutesOf, setMuted } from './mutes.ts'
import { readSlowMode, saveSlowModeSeconds } from './slow-mode.ts'

/** Reports, hiding and slow mode of a league, and mutes. */
export const moderation = [
  feedOperation(getModeration, async (call) => {
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

  feedOperation(reportContent, async (call) => {
    await limitRate(call, 'reports')
    await report(call.ctx.db, userOf(call), call.params, call.body)
    return { message: 'Reported to the league admins.' }
  }),

  feedOperation(withdrawReport, async (call) => {
    await withdraw(call.ctx.db, userOf(call), call.params)
    return { message: 'Report withdrawn.' }
  }),

  feedOperation(muteAuthor, (call) => muteAuthorOf(call, true)),
  feedOperation(unmuteAuthor, (call) => muteAuthorOf(call, false)),

  feedOperation(hideContent, async (call) => {
    await setHidden(call.ctx.db, userOf(call), call.params, call.body.reason)
    return { message: 'Hidden from members.' }
  }),

  feedOperation(unhideContent, async (call) => {
    await setHidden(call.ctx.db, userOf(call), call.params, null)
    return { message: 'Members can see it again.' }
  }),

  feedOperation(dismissReports, async (call) => {
    await setDismissed(call.ctx.db, userOf(call), call.params, true)
    return { message: 'Reports dismissed.' }
  }),

  feedOperation(reopenReports, async (call) => {
    await setDismissed(call.ctx.db, userOf(call), call.params, false)
    return { message: 'Reports reopened.' }
  }),

  feedOperation(listReports, async (call) => ({
    reported: await listReported(call.ctx.db, userOf(call), call.query.state),
    slow_mode_seconds: await readSlowMode(call.ctx.db, call.league.id),
  })),

  feedOperation(saveSlowMode, async (call) => {
    const { seconds } = call.body
    await saveSlowModeSeconds(call.ctx.db, userOf(call), seconds)
    return { message: seconds === 0 ? 'Slow mode is off.' : 'Slow mode is on.' }
  }),

  operation(listMutes, async ({ ctx, user }) => ({ mutes: await listMutesOf(ctx.db, user.userId) })),

  operation(removeMute, async ({ ctx, user, params }) => {
    if (!(await deleteMute(ctx.db, user.userId, params.id, ctx.now()))) throw new ApiError('mute_not_found')
    return { message: 'Unmuted.' }
  }),
]

/** Throws `not_allowed` for what the user or the league itself wrote: nobody mutes these. */
async function muteAuthorOf(call: FeedCall & { params: ContentKey }, isMuted: boolean) {
  const { ctx, params } = call
  const user = userOf(call)
  const { user_id: authorId } = await requireContent(ctx.db, user.leagueId, params)
  if (authorId === null || authorId === user.userId) throw new ApiError('not_allowed')
  await setMuted(ctx.db, user, authorId, isMuted)
  return { message: isMuted ? 'Muted.' : 'Unmuted.' }
}

/** The reports that are read for the list of those that admins have decided about. */
const MAX_CLOSED_REPORTS = 1000
const MAX_CLOSED = 100

/**
 * Lists what members of a league have reported, the newest report first, without what the user wrote: all that is
 * open, or the newest of what was dismissed or hidden.
 */
async function listReported(
  db: Db,
  { leagueId, league, userId }: FeedUser,
  state: 'open' | 'closed',
): Promise<ReportedContent[]> {
  const rows = await selectReports(db, leagueId, userId, state)
  const names = await loadDisplayNames(db, leagueId, [
    ...new Set(rows.flatMap((row) => [row.reporter_id, row.author_id ?? [], row.hidden_by ?? []].flat())),
  ])
  const groups = Map.groupBy(rows, ({ item_id, comment_id }) => `${item_id} ${comment_id}`)
  const reported = [...groups.values()].map((group) =>
    presentReported(group, league, (id) => names.get(id) ?? ''),
  )
  const isWanted = ({ state: each }: ReportedContent) => (each === 'open') === (state === 'open')
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
    .leftJoin('post_comments as comment', 'comment.id', 'report.comment_id')
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

/** A column of the comment that was reported, or of the item. */
function ofContent<Value>(column: 'user_id' | 'hidden_at' | 'hidden_reason' | 'hidden_by') {
  return sql<Value>`case when report.comment_id is null then ${sql.ref(`item.${column}`)}
    else ${sql.ref(`comment.${column}`)} end`
}

/** @param rows the reports of the same content */
function presentReported(
  rows: readonly Row[],
  league: string,
  nameOf: (userId: number) => string,
): ReportedContent {
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
