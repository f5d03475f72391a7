import { Trophy } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { count } from '../../ui/format/count.ts'
import { Picture } from '../../ui/picture.tsx'
import { type Champion, championsOf } from './champions.ts'
import styles from './hall-of-fame.module.css'
import { OwnerButton } from './owner-button.tsx'
import { Section } from './section.tsx'
import type { Season } from './use-history.ts'

type Props = { seasons: readonly Season[] }

/** Everyone who has won the league. */
export function HallOfFame({ seasons }: Props) {
  const champions = championsOf(seasons)
  return (
    <Section title="Hall of Fame">
      {champions.length === 0 ? (
        <Empty hint="The first finished season brings the first.">No champion yet.</Empty>
      ) : (
        <ul className={styles['hall']}>
          {champions.map((champion) => (
            <li key={`${champion.isOwner} ${champion.name}`} className={styles['card']}>
              <Plaque champion={champion} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Plaque({ champion: { name, isOwner, seasons, teams } }: { champion: Champion }) {
  return (
    <>
      <div className={styles['name']}>
        {isOwner ? (
          <OwnerButton owner={name} picture="m" />
        ) : (
          <span className={styles['team']}>
            <Picture name={name} src={null} size="m" /> {name}
          </span>
        )}
      </div>
      <p className={styles['titles']}>
        <Trophy size={18} aria-hidden="true" /> {count(seasons.length, 'title')}
      </p>
      <p className={styles['years']}>{seasons.join(', ')}</p>
      {isOwner ? <p className={styles['teams']}>{teams.join(', ')}</p> : null}
    </>
  )
}
