import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import ui from '../../ui/ui.module.css'
import { listCounts } from './award-counts-dialog.tsx'
import { awardCountsQuery } from './read-awards.ts'
import styles from './week-awards.module.css'

type Props = { league: string; owner: string }

/** How often an owner has won each weekly award. */
export function OwnerAwards({ league, owner }: Props) {
  const query = useQuery(awardCountsQuery(league, null))
  return (
    <section className={ui.stack8} aria-label="Weekly awards">
      <h4>Weekly awards</h4>
      <Loaded query={query} name="awards" rows={1} height={32}>
        {({ owners }) => {
          const counts = owners
            .filter(({ name, slug }) => slug !== null && name === owner)
            .flatMap((each) => listCounts(each.counts))
          if (counts.length === 0) return <p className={ui.note}>No weekly awards yet.</p>
          return (
            <ul className={styles.counts}>
              {counts.map(({ label, count }) => (
                <li key={label} className={ui.badge}>
                  {count}× {label}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
