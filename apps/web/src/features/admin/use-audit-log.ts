import { infiniteQueryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'

export type AuditEntry = ApiResponse<'GET /api/audit/'>['acts'][number]

/** What the list is narrowed to; an empty text does not narrow it. The days are the viewer's own. */
export type AuditFilter = { league: string; actor: string; action: string; fromDay: string; toDay: string }

/** Who did what, newest first, a page at a time. */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['acts', filter],
    queryFn: ({ pageParam, signal }) =>
      apiClient('GET /api/audit/', { query: { ...toQueryParams(filter), older_than: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  })

function toQueryParams({ league, actor, action, fromDay, toDay }: AuditFilter) {
  return {
    league: trimToUndefined(league),
    actor: trimToUndefined(actor),
    action: trimToUndefined(action),
    from: startOfDay(fromDay, 0),
    // The last day is a part of what is asked for.
    to: startOfDay(toDay, 1),
  }
}

function trimToUndefined(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

/** The instant at which a day begins here, or the day so many days later. */
function startOfDay(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  return new Date(year, month - 1, date + later).toISOString()
}
