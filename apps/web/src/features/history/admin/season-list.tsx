import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { Season } from '../use-history.ts'
import styles from './history-admin.module.css'
import { SeasonRow } from './season-row.tsx'
import { storedSeasonsQuery } from './use-history-admin.ts'

type Props = {
  league: string
  /** As the history tells them: which count for no record, and why. */
  seasons: readonly Season[]
}

/** What is stored of each season, where it came from, and what is odd about it. */
export function SeasonList({ league, seasons }: Props) {
  const stored = useQuery(storedSeasonsQuery(league))
  const now = useNow()
  const reasons = new Map(seasons.map(({ season, records_excluded: why }) => [season, why?.reason ?? null]))
  return (
    <Loaded
      query={stored}
      errorTitle="Failed to load the seasons"
      skeleton={<Skeleton label="Loading the seasons" rows={5} height={44} />}
    >
      {({ seasons: known, missing }) => (
        <div className={styles['part']}>
          {missing.map(({ season, reason, at }) => (
            <Notice key={season} tone="warn">
              {season} is not stored. Tried {formatTimeAgo(new Date(at), now)}: {reason}
            </Notice>
          ))}
          {known.length === 0 ? (
            <EmptyState hint="Start a backfill, or upload files.">No seasons stored yet.</EmptyState>
          ) : (
            <ul className={styles['list']}>
              {known.map((season) => (
                <SeasonRow
                  key={season.season}
                  league={league}
                  season={season}
                  reason={reasons.get(season.season) ?? null}
                  now={now}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  )
}
