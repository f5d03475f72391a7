import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'

export type Act = Answer<'GET /api/audit/'>['acts'][number]

/** What the list is narrowed to; an empty text does not narrow it. The days are the viewer's own. */
export type ActFilter = { league: string; actor: string; action: string; fromDay: string; toDay: string }

/** Who did what, newest first, a page at a time. */
export const actsOf = (filter: ActFilter) =>
  infiniteQueryOptions({
    queryKey: ['acts', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit/', { query: { ...queryOf(filter), older_than: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  })

function queryOf({ league, actor, action, fromDay, toDay }: ActFilter) {
  return {
    league: textOf(league),
    actor: textOf(actor),
    action: textOf(action),
    from: startOf(fromDay, 0),
    // The last day is a part of what is asked for.
    to: startOf(toDay, 1),
  }
}

function textOf(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

/** The instant at which a day begins here, or the day so many days later. */
function startOf(day: string, later: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return undefined
  return new Date(year, month - 1, date + later).toISOString()
}
