import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { Section } from '../section.tsx'
import type { TeamName } from '../use-history.ts'
import styles from './team-names.module.css'

/** Source: specification, 9 "Team Name Legacy". */
const MAX_SHOWN = 24

type Props = { names: readonly TeamName[] }

/** All team names ever used in the league. */
export function TeamNames({ names }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? names : names.slice(0, MAX_SHOWN)
  return (
    <Section title="Team Name Legacy">
      {names.length === 0 ? (
        <EmptyState hint="Team names show up here once a season is stored.">No team names yet.</EmptyState>
      ) : (
        <ul className={styles.names}>
          {shown.map(({ name, years, titles, first_year: first, last_year: last, owners }) => (
            <li key={name} className={styles.item}>
              <span className={styles.name}>{name}</span>
              <span className={`${ui.note} ${styles.years}`}>
                {formatCount(years, 'season')}, {first === last ? first : `${first}–${last}`}
              </span>
              <span className={ui.note}>{owners.join(', ')}</span>
              {titles === 0 ? null : (
                <span className={`${ui.note} ${styles.titles}`}>
                  <Trophy size={14} aria-hidden="true" /> {formatCount(titles, 'title')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length < names.length ? (
        <div>
          <Button onClick={() => setExpanded(true)}>Show all {names.length}</Button>
        </div>
      ) : null}
    </Section>
  )
}
