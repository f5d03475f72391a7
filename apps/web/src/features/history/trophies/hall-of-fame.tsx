import { Trophy } from 'lucide-react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import ui from '../../../ui/ui.module.css'
import { OwnerButton } from '../owners/owner-button.tsx'
import { Section } from '../section.tsx'
import type { Season } from '../use-history.ts'
import styles from './hall-of-fame.module.css'
import { type Champion, listChampions } from './trophies.ts'

type Props = { seasons: readonly Season[] }

/** All champions of the league. */
export function HallOfFame({ seasons }: Props) {
  const champions = listChampions(seasons)
  return (
    <Section title="Hall of Fame">
      {champions.length === 0 ? (
        <EmptyState hint="Your first champion will show up here.">No champion yet.</EmptyState>
      ) : (
        <ul className={styles.champions}>
          {champions.map((champion) => (
            <li key={`${champion.isOwner} ${champion.name}`} className={`${ui.frame} ${styles.card}`}>
              <ChampionCard champion={champion} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function ChampionCard({ champion: { name, isOwner, seasons, teams } }: { champion: Champion }) {
  return (
    <>
      <div className={styles.name}>
        {isOwner ? (
          <OwnerButton owner={name} picture="m" />
        ) : (
          <span className={styles.team}>
            <Avatar name={name} src={null} size="m" /> {name}
          </span>
        )}
      </div>
      <p className={styles.titles}>
        <Trophy size={18} aria-hidden="true" /> {formatCount(seasons.length, 'title')}
      </p>
      <p className={styles.years}>{seasons.join(', ')}</p>
      {isOwner ? <p className={styles.teams}>{teams.join(', ')}</p> : null}
    </>
  )
}
