import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../api/page-environment.ts'
import { EmptyState, Loaded, Notice } from '../../../ui/feedback/feedback.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { historyQuery, type Season } from '../use-history.ts'
import { SeasonRow } from './season-row.tsx'
import { storedSeasonsQuery } from './use-history-admin.ts'

export function DataHealth({ league }: { league: string }) {
  const history = useQuery(historyQuery(league))
  return (
    <Loaded query={history} name="seasons" rows={5} height={44}>
      {({ seasons }) => <SeasonList league={league} seasons={seasons} />}
    </Loaded>
  )
}

type SeasonListProps = {
  league: string
  /** Seasons of the league's history, for their exclusions from records. */
  seasons: readonly Season[]
}

export function SeasonList({ league, seasons }: SeasonListProps) {
  const stored = useQuery(storedSeasonsQuery(league))
  const now = useNow()
  const reasons = new Map(
    seasons.map(({ season, records_excluded: exclusion }) => [season, exclusion?.reason ?? null]),
  )
  return (
    <Loaded query={stored} name="seasons" rows={5} height={44}>
      {({ seasons: storedSeasons, missing }) => (
        <Stack>
          {missing.map(({ season, reason, at }) => (
            <Notice key={season} tone="warn">
              Couldn't load {season}. Last tried {formatTimeAgo(new Date(at), now)}: {reason}
            </Notice>
          ))}
          {storedSeasons.length === 0 ? (
            <EmptyState hint="Run a backfill or upload files.">No seasons stored yet.</EmptyState>
          ) : (
            <ul>
              {storedSeasons.map((season) => (
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
        </Stack>
      )}
    </Loaded>
  )
}
