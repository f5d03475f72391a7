import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import type { ReportedKind, ReportReason } from '@fieldhouse/domain/league/moderation'
import { type Reported, reportNotification } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Db } from '../../database/engine/database.ts'
import { loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import { openReports, REPORTED_AUTHOR } from '../../repositories/moderation/moderated-content.ts'
import type { Activity } from './activity-store.ts'

/** What members reported. */
export interface ReportActivityStore {
  /** Lists new reports that nobody has decided about, for the admins of their leagues who did not write what they are about. */
  listReportActivity(since: Date): Promise<Activity[]>
}

export function reportActivityStore(db: Db): ReportActivityStore {
  return {
    async listReportActivity(since) {
      const rows = await openReports(db)
        .leftJoin('feed_posts as post', 'post.item_id', 'content.id')
        .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'content.id')
        .select(['report.league_id', 'report.item_id', 'report.comment_id', 'report.reason'])
        .select(['report.created_at', 'report.user_id as reporter_id', 'content.type'])
        .select(['post.content', 'proposal.question', 'comment.body'])
        .select(REPORTED_AUTHOR.as('author_id'))
        .where('report.created_at', '>', since.getTime())
        .orderBy('report.id')
        .$narrowType<{ reason: ReportReason }>()
        .execute()
      const activities: Activity[] = []
      for (const [leagueId, ofLeague] of Map.groupBy(rows, (row) => row.league_id)) {
        const authors = new Set(ofLeague.flatMap(({ author_id }) => author_id ?? []))
        const names = await loadDisplayNames(db, leagueId, [...authors])
        for (const row of ofLeague) {
          const { author_id, reporter_id } = row
          const author = author_id === null ? LEAGUE_AUTHOR : (names.get(author_id) ?? '')
          activities.push({
            leagueId,
            isFor: ({ userId, isAdmin }) => isAdmin && userId !== author_id && userId !== reporter_id,
            toNotification: (league) => reportNotification(toReported(row, author), league),
          })
        }
      }
      return activities
    },
  }
}

type Row = {
  item_id: number
  comment_id: number | null
  type: 'post' | 'proposal' | 'media' | 'trade'
  reason: ReportReason
  created_at: number
  content: string | null
  question: string | null
  body: string | null
}

function toReported(
  { item_id, comment_id, type, reason, created_at, ...row }: Row,
  author: string,
): Reported {
  const kind: ReportedKind = comment_id !== null || type === 'trade' ? 'comment' : type
  const text = (kind === 'comment' ? row.body : (row.content ?? row.question)) ?? ''
  return {
    kind,
    id: comment_id ?? item_id,
    author,
    reason,
    text,
    at: new Date(created_at),
    ...(type === 'trade' ? {} : { item: { type, id: item_id } }),
  }
}
