import type { ReportedContent } from '@fieldhouse/contract/moderation'
import type { Reported } from './reported-content-store.ts'

export function presentReported(reported: Reported, league: string): ReportedContent {
  const { kind, id, author, text, state, item, media, hidden, hiddenBy } = reported
  return {
    kind,
    id,
    author,
    text,
    created_at: new Date(reported.createdAt).toISOString(),
    file:
      media === null
        ? null
        : { kind: media, url: `/api/league/${encodeURIComponent(league)}/social/media/${id}/file` },
    item: item.type === 'trade' ? null : { type: item.type, id: item.id },
    trade: reported.trade,
    hidden:
      hidden === null
        ? null
        : {
            reason: hidden.reason,
            at: new Date(hidden.at).toISOString(),
            ...(hiddenBy === null ? {} : { by: hiddenBy }),
          },
    state,
    reports: reported.reports.map(({ at, ...report }) => ({ ...report, at: new Date(at).toISOString() })),
  }
}
