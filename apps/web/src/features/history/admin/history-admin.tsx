import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import ui from '../../../ui/ui.module.css'
import { OwnerMerges } from '../people/owner-merges.tsx'
import { Section } from '../section.tsx'
import type { History } from '../use-history.ts'
import { Backfill } from './backfill.tsx'
import { OwnerPictures } from './owner-pictures.tsx'
import { SeasonList } from './season-list.tsx'
import { SeasonUpload } from './season-upload.tsx'
import { TrophyAdmin } from './trophy-admin.tsx'

type Props = { league: string; history: History; currentYear: number }

/** Tools for league admins to manage the league's history. */
export function HistoryAdmin({ league, history, currentYear }: Props) {
  const { people } = history
  return (
    <Section title="History Admin">
      <div className={ui.stack12}>
        <Disclosure title="Backfill past seasons" level={3} defaultOpen>
          <Backfill
            league={league}
            currentYear={currentYear}
            missingSeasons={history.all_time.missing_seasons}
          />
        </Disclosure>
        <Disclosure title="Stored seasons" level={3} defaultOpen>
          <SeasonList league={league} seasons={history.seasons} />
        </Disclosure>
        <Disclosure title="Upload seasons" level={3}>
          <SeasonUpload league={league} />
        </Disclosure>
        <Disclosure title="Merge owners" level={3}>
          <OwnerMerges league={league} />
        </Disclosure>
        <Disclosure title="Trophy picture" level={3}>
          <TrophyAdmin league={league} trophy={history.trophy ?? null} />
        </Disclosure>
        <Disclosure title="Owner pictures" level={3}>
          <OwnerPictures league={league} people={people} />
        </Disclosure>
      </div>
    </Section>
  )
}
