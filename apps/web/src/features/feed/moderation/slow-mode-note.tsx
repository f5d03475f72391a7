import { formatWait } from '@fieldhouse/domain/league/moderation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { useEffect } from 'react'
import { leagueQuery } from '../../../api/league-queries.ts'
import { useNow } from '../../../api/server-clock.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import type { FeedPage } from '../use-feed.ts'

/** With the smallest page of the feed, which has the league's slow mode. */
const slowModeQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/social/feed/', ['feed', 'slow-mode'], { league, limit: 1 }),
  staleTime: 0,
})

export function SlowModeNote({ league }: { league: string }) {
  const client = useQueryClient()
  const slowMode = useQuery(slowModeQuery(league)).data?.slow_mode
  useEffect(
    () =>
      // What the user has written starts the wait.
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void client.invalidateQueries({ queryKey: slowModeQuery(league).queryKey })
      }),
    [client, league],
  )
  if (slowMode == null) return null
  return (
    <Row role="timer" aria-live="off">
      <Timer size={16} aria-hidden="true" />
      <span className={ui.note}>
        <WaitText key={slowMode.next_at} {...slowMode} />
      </span>
    </Row>
  )
}

/** The key is the time when the wait ends, so that each wait is counted from its own start. */
function WaitText({ seconds, next_at: until }: NonNullable<FeedPage['slow_mode']>) {
  const now = useNow(1000).getTime()
  const remainingMs = until === null ? 0 : Math.max(0, Date.parse(until) - now)
  const waitMs = Math.min(remainingMs, seconds * 1000)
  return waitMs === 0
    ? `Slow mode: one post or comment per ${formatWait(seconds * 1000)}.`
    : `Slow mode: you can write again in ${formatCountdown(waitMs)}.`
}

function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
