import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../../ui/empty.tsx'
import { ago } from '../../../ui/format/moment.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { Season } from '../use-history.ts'
import styles from './history-admin.module.css'
import { SeasonRow } from './season-row.tsx'
import { seasonsOf } from './use-history-admin.ts'

type Props = {
  league: string
  /** As the history tells them: which count for no record, and why. */
  seasons: readonly Season[]
}

/** What is stored of each season, where it came from, and what is odd about it. */
export function SeasonList({ league, seasons }: Props) {
  const stored = useQuery(seasonsOf(league))
  const now = useNow()
  const reasons = new Map(seasons.map(({ season, records_excluded: why }) => [season, why?.reason ?? null]))
  return (
    <Loaded
      query={stored}
      failure="Failed to load the seasons"
      skeleton={<Skeleton label="Loading the seasons" rows={5} height={44} />}
    >
      {({ seasons: known, missing }) => (
        <div className={styles['part']}>
          {missing.map(({ season, reason, at }) => (
            <Notice key={season} tone="warn">
              {season} is not stored. Tried {ago(new Date(at), now)}: {reason}
            </Notice>
          ))}
          {known.length === 0 ? (
            <Empty hint="Start a backfill, or upload files.">No seasons stored yet.</Empty>
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
