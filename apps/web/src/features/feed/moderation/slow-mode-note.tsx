import { formatWait } from '@fieldhouse/domain/league/moderation'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { apiClient } from '../../../api/api-client.ts'
import { serverClock } from '../../../api/server-clock.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { type FeedPage, feedKey } from '../use-feed.ts'

type SlowMode = NonNullable<FeedPage['slow_mode']>

/** The league's slow mode. It is read with the smallest page of the feed. */
const slowModeQuery = (league: string) =>
  queryOptions({
    queryKey: [...feedKey(league), 'slow-mode'] as const,
    queryFn: async ({ signal }) => {
      const { slow_mode } = await apiClient('GET /api/league/:league/social/feed/', {
        params: { league },
        query: { limit: 1 },
        signal,
      })
      return slow_mode ?? null
    },
    staleTime: 0,
  })

export function SlowModeNote({ league }: { league: string }) {
  const client = useQueryClient()
  const { data } = useQuery(slowModeQuery(league))
  useEffect(
    () =>
      // What the user has written starts the wait.
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void client.invalidateQueries({ queryKey: slowModeQuery(league).queryKey })
      }),
    [client, league],
  )
  if (data == null) return null
  return (
    <Row role="timer" aria-live="off">
      <Timer size={16} aria-hidden="true" />
      <Text size="s" tone="muted">
        <WaitText key={data.next_at} slowMode={data} />
      </Text>
    </Row>
  )
}

/** The key is the time when the wait ends, so that each wait is counted from its own start. */
function WaitText({ slowMode: { seconds, next_at: until } }: { slowMode: SlowMode }) {
  const waitMs = Math.min(useRemainingMs(until), seconds * 1000)
  return waitMs === 0
    ? `Slow mode: one post or comment per ${formatWait(seconds * 1000)}.`
    : `Slow mode: you can write again in ${formatCountdown(waitMs)}.`
}

const readNow = () => serverClock.now().getTime()

/** The time until an instant, in milliseconds, updated each second; 0 afterward. */
function useRemainingMs(until: string | null): number {
  const [now, setNow] = useState(readNow)
  const remaining = until === null ? 0 : Math.max(0, Date.parse(until) - now)
  useEffect(() => {
    if (remaining === 0) return undefined
    const timer = window.setTimeout(() => setNow(readNow()), 1000)
    return () => window.clearTimeout(timer)
  })
  return remaining
}

function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
