import { formatCount } from '../../../ui/format/count.ts'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { DEPTH_LABELS, SOURCE_LABELS } from '../season-status.ts'
import { ExclusionForm } from './exclusion-form.tsx'
import styles from './season-row.module.css'
import type { StoredSeason } from './use-history-admin.ts'

type Props = {
  league: string
  season: StoredSeason
  /** Why the season is excluded from records; null if it counts. */
  reason: string | null
  now: Date
}

export function SeasonRow({ league, season, reason, now }: Props) {
  const { findings, last_failure: failure } = season
  return (
    <li>
      <div className={styles['details']}>
        <p className={styles['header']}>
          <strong className={styles['year']}>{season.season}</strong>
          {season.is_final ? null : <span className={styles['status']}>In progress</span>}
        </p>
        <p className={styles['facts']}>
          {SOURCE_LABELS[season.source]} {formatTimeAgo(new Date(season.fetched_at), now)}.{' '}
          {DEPTH_LABELS[season.depth]}: {formatCount(season.teams, 'team')},{' '}
          {formatCount(season.games, 'game')}.
        </p>
        {failure === null ? null : (
          <p className={styles['failure']}>
            Refresh failed {formatTimeAgo(new Date(failure.at), now)}: {failure.reason}
          </p>
        )}
        {findings.length === 0 ? null : (
          <details className={styles['findings']}>
            <summary>{formatCount(findings.length, 'finding')}</summary>
            <ul>
              {findings.map(({ code, detail, week, game_id: game }) => (
                <li key={`${code} ${week} ${game} ${detail}`}>
                  {formatLocation(week, game)}
                  {detail}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <ExclusionForm league={league} season={season.season} reason={reason} />
    </li>
  )
}

/** 'Week 3, game 7: ', or an empty string for a finding about the whole season. */
function formatLocation(week: number | null, game: number | null): string {
  const parts = [week === null ? [] : `Week ${week}`, game === null ? [] : `game ${game}`].flat()
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}
