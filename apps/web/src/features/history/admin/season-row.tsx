import { count } from '../../../ui/format/count.ts'
import { ago } from '../../../ui/format/moment.ts'
import { DEPTHS, SOURCES } from '../season-words.ts'
import { ExclusionForm } from './exclusion-form.tsx'
import styles from './season-row.module.css'
import type { StoredSeason } from './use-history-admin.ts'

type Props = {
  league: string
  season: StoredSeason
  /** Why it counts for no record; null where it does. */
  reason: string | null
  now: Date
}

export function SeasonRow({ league, season, reason, now }: Props) {
  const { findings, last_failure: failure } = season
  return (
    <li>
      <div className={styles['about']}>
        <p className={styles['head']}>
          <strong className={styles['year']}>{season.season}</strong>
          {season.is_final ? null : <span className={styles['state']}>Under way</span>}
        </p>
        <p className={styles['facts']}>
          {SOURCES[season.source]} {ago(new Date(season.fetched_at), now)}. {DEPTHS[season.depth]}:{' '}
          {count(season.teams, 'team')}, {count(season.games, 'game')}.
        </p>
        {failure === null ? null : (
          <p className={styles['failure']}>
            Could not be read again {ago(new Date(failure.at), now)}: {failure.reason}
          </p>
        )}
        {findings.length === 0 ? null : (
          <details className={styles['findings']}>
            <summary>{count(findings.length, 'finding')}</summary>
            <ul>
              {findings.map(({ code, detail, week, game_id: game }) => (
                <li key={`${code} ${week} ${game} ${detail}`}>
                  {placeOf(week, game)}
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

/** Where in the season it was found, with a colon; nothing for what is about the whole season. */
function placeOf(week: number | null, game: number | null): string {
  const places = [week === null ? [] : `Week ${week}`, game === null ? [] : `game ${game}`].flat()
  return places.length === 0 ? '' : `${places.join(', ')}: `
}
