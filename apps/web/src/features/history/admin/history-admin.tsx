import { Fold } from '../../../ui/fold.tsx'
import { Section } from '../section.tsx'
import type { History } from '../use-history.ts'
import { Backfill } from './backfill.tsx'
import styles from './history-admin.module.css'
import { OwnerMerges } from './owner-merges.tsx'
import { OwnerPictures } from './owner-pictures.tsx'
import { SeasonList } from './season-list.tsx'
import { SeasonUpload } from './season-upload.tsx'

type Props = { league: string; history: History; currentYear: number }

/** What an admin of the league does for its history. */
export function HistoryAdmin({ league, history, currentYear }: Props) {
  const { owners, people } = history
  return (
    <Section title="History Admin">
      <div className={styles['admin']}>
        <Fold title="Backfill from the provider" level={3} startsOpen>
          <Backfill league={league} currentYear={currentYear} />
        </Fold>
        <Fold title="Stored seasons" level={3} startsOpen>
          <SeasonList league={league} seasons={history.seasons} />
        </Fold>
        <Fold title="Upload seasons" level={3}>
          <SeasonUpload league={league} />
        </Fold>
        <Fold title="One person, two accounts" level={3}>
          <OwnerMerges league={league} owners={owners} />
        </Fold>
        <Fold title="Owner pictures" level={3}>
          <OwnerPictures league={league} people={people} />
        </Fold>
      </div>
    </Section>
  )
}
