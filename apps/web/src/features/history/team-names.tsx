import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { count } from '../../ui/format/count.ts'
import { Section } from './section.tsx'
import styles from './team-names.module.css'
import type { TeamName } from './use-history.ts'

/** Source: specification, 9 "Team Name Legacy". */
const SHOWN = 24

type Props = { names: readonly TeamName[] }

/** Every name that a team ever had. */
export function TeamNames({ names }: Props) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? names : names.slice(0, SHOWN)
  return (
    <Section title="Team Name Legacy">
      {names.length === 0 ? (
        <Empty hint="They appear with the first stored season.">No team names yet.</Empty>
      ) : (
        <ul className={styles['names']}>
          {shown.map(({ name, years, titles, first_year: first, last_year: last, owners }) => (
            <li key={name} className={styles['item']}>
              <span className={styles['name']}>{name}</span>
              <span className={styles['years']}>
                {count(years, 'season')}, {first === last ? first : `${first}–${last}`}
              </span>
              <span className={styles['owners']}>{owners.join(', ')}</span>
              {titles === 0 ? null : (
                <span className={styles['titles']}>
                  <Trophy size={14} aria-hidden="true" /> {count(titles, 'title')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length < names.length ? (
        <div>
          <Button onClick={() => setOpen(true)}>Show all {names.length}</Button>
        </div>
      ) : null}
    </Section>
  )
}
