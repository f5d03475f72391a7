import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { sql } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import { loadDisplayNames } from '../../../repositories/leagues/display-names.ts'
import { type DiscussedType, type Hidden, toHidden } from '../items/item-store.ts'

/** What members have reported, with all reports of it. */
export type Reported = {
  kind: ReportedKind
  id: number
  item: { type: DiscussedType; id: number }
  trade: { season: number; id: string } | null
  author: string
  text: string
  createdAt: number
  /** null for others than media. */
  media: 'image' | 'video' | null
  hidden: Hidden | null
  hiddenBy: string | null
  state: 'open' | 'dismissed' | 'hidden'
  /** The newest first. */
  reports: { reporter: string; reason: ReportReason; note: string; at: number }[]
}

export interface ReportedContentStore {
  /**
   * Lists what members of a league have reported, the newest report first, without what the user wrote: all that is
   * open, or the newest of what was dismissed or hidden.
   */
  list(leagueId: number, userId: number, state: 'open' | 'closed'): Promise<Reported[]>
}

/** The reports that are read for the list of those that admins have decided about. */
const MAX_CLOSED_REPORTS = 1000
const MAX_CLOSED = 100

export function reportedContentStore(db: Db): ReportedContentStore {
  return {
    async list(leagueId, userId, state) {
      const rows = await selectReports(db, leagueId, userId, state)
      const names = await loadDisplayNames(db, leagueId, [
        ...new Set(rows.flatMap((row) => [row.reporter_id, row.author_id ?? [], row.hidden_by ?? []].flat())),
      ])
      const groups = Map.groupBy(rows, ({ item_id, comment_id }) => `${item_id} ${comment_id}`)
      const reported = [...groups.values()].map((group) => toReported(group, (id) => names.get(id) ?? ''))
      const isWanted = ({ state: each }: Reported) => (each === 'open') === (state === 'open')
      return reported.filter(isWanted).slice(0, state === 'open' ? undefined : MAX_CLOSED)
    },
  }
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

function toReported(rows: readonly Row[], nameOf: (userId: number) => string): Reported {
  const [row] = rows as [Row]
  const { type, item_id, comment_id, author_id } = row
  const hidden = toHidden(row)
  const isComment = comment_id !== null
  const isDismissed = rows.every(({ dismissed_at }) => dismissed_at !== null)
  return {
    kind: isComment || type === 'trade' ? 'comment' : type,
    id: comment_id ?? item_id,
    item: { type, id: item_id },
    trade: row.season === null || row.trade_id === null ? null : { season: row.season, id: row.trade_id },
    author: author_id === null ? LEAGUE_AUTHOR : nameOf(author_id),
    text: (isComment ? row.body : (row.content ?? row.question)) ?? '',
    createdAt: (isComment ? row.comment_created_at : null) ?? row.item_created_at,
    media: isComment ? null : row.kind,
    hidden,
    hiddenBy: row.hidden_by === null ? null : nameOf(row.hidden_by),
    state: hidden !== null ? 'hidden' : isDismissed ? 'dismissed' : 'open',
    reports: rows.map(({ reporter_id, reason, note, created_at }) => ({
      reporter: nameOf(reporter_id),
      reason,
      note,
      at: created_at,
    })),
  }
}
