import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { createContext } from 'react'
import { useConnectivity } from '../../api/connectivity.ts'
import { useNow } from '../../api/page-environment.ts'
import { formatDateTime, formatPastDay, formatPastDayAndTime, formatTimeAgo } from '../format/date-time.ts'
import ui from '../ui.module.css'

type Refreshed = {
  /** ISO time of the last successful refresh; null before the first one. */
  updated_at: string | null
  last_error?: string | null
}

/** Renders nothing while the data are loading. */
export function Freshness({ of }: { of: Refreshed | undefined }) {
  const now = useNow()
  const { isOffline } = useConnectivity()
  if (of === undefined) return null
  const { updated_at: updatedAt, last_error: lastError = null } = of
  const updated = updatedAt === null ? null : new Date(updatedAt)
  if (lastError !== null) {
    const dataAge = updated === null ? 'No data yet' : `Showing data from ${formatPastDay(updated, now)}`
    return (
      <p className={ui.alert} data-tone="warn" role="status">
        {dataAge}: {lastError}
      </p>
    )
  }
  if (updated === null) return <p className={ui.note}>Not updated yet</p>
  // Nobody knows what has changed since.
  if (isOffline) return <p className={ui.note}>Data from {formatPastDayAndTime(updated, now)}</p>
  return (
    <p className={ui.note}>
      Updated <RelativeTime at={updated.toISOString()} />
    </p>
  )
}

export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatTimeAgo(date, now)}
    </time>
  )
}

type Season = {
  /** Whose data the season is. Missing in responses that a page cached before it was added. */
  provider?: ProviderName | null | undefined
  /** Whether projections are estimated from the league's own scores. */
  is_estimated?: boolean | undefined
}

export function hasProjections({ provider, is_estimated: isEstimated = false }: Season): boolean {
  return provider == null || LEAGUE_PROVIDERS[provider].hasProjections || isEstimated
}

/** Whether the games on the screen have projections, for their scores and players. */
export const ProjectionsContext = createContext(true)

export function NoProjections({ season }: { season: Season }) {
  const { provider } = season
  if (provider == null || hasProjections(season)) return null
  const { label } = LEAGUE_PROVIDERS[provider]
  return <p className={ui.note}>Projections aren't available: {label} has no projections.</p>
}
