import { infiniteQueryOptions } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../../api/api-client.ts'

export type AuditEntry = ApiResponse<'GET /api/audit/'>['acts'][number]

/** An empty string means no filter. Days are in the viewer's time zone. */
export type AuditFilter = { league: string; actor: string; action: string; fromDay: string; toDay: string }

/** Audit log entries, newest first, one page at a time. */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['acts', filter],
    queryFn: ({ pageParam, signal }) =>
      apiClient('GET /api/audit/', { query: { ...toQueryParams(filter), older_than: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
  })

function toQueryParams({ league, actor, action, fromDay, toDay }: AuditFilter) {
  return {
    league: trimToUndefined(league),
    actor: trimToUndefined(actor),
    action: trimToUndefined(action),
    from: startOfDay(fromDay, 0),
    // The filter includes the last day.
    to: startOfDay(toDay, 1),
  }
}

function trimToUndefined(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

/** The start of the local day that is `daysLater` days after `day`, as an ISO instant; undefined for an empty date. */
function startOfDay(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  return new Date(year, month - 1, date + daysLater).toISOString()
}
