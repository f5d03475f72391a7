import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SeasonChooser } from '../../ui/navigation/season-chooser.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { MyDues, PoolSummary } from './dues-summary.tsx'
import { DuesTable } from './dues-table.tsx'
import styles from './dues-view.module.css'
import { PrizeList } from './prize-list.tsx'
import { type Dues, duesFileUrl, duesQuery } from './use-dues.ts'

const DuesEditor = lazyNamed(() => import('./dues-editor.tsx'), 'DuesEditor')

type Props = {
  league: string
  /** Whether the user may change the dues. */
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** Chooses between the views of the tab. */
  views: ReactNode
}

/** What the teams of a season owe and have paid, and the prizes. */
export function DuesView({ league, isAdmin, seasons, views }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const query = useQuery({ ...duesQuery(league, season), placeholderData: keepPreviousData })
  const shown = query.data?.season ?? season
  const [editedSeason, setEditedSeason] = useState<number | null>(null)
  useTitle('Dues')
  return (
    <section className={ui.stack16} aria-label="Dues">
      {views}
      <TabHeader title="Dues">
        {seasons.length === 0 ? null : (
          <SeasonChooser
            seasons={seasons}
            season={shown ?? seasons[0]}
            onChoose={(chosen) => {
              setEditedSeason(null)
              router.navigate({ season: chosen })
            }}
          />
        )}
      </TabHeader>
      <Loaded query={query} name="the dues" rows={4} height={96}>
        {(dues) =>
          isAdmin && editedSeason === dues.season ? (
            <Suspense fallback={<Skeleton label="Loading the editor" rows={4} height={72} />}>
              <DuesEditor
                key={dues.season}
                league={league}
                dues={dues}
                onClose={() => setEditedSeason(null)}
              />
            </Suspense>
          ) : (
            <div data-stale={query.isPlaceholderData}>
              <DuesPage
                league={league}
                dues={dues}
                isAdmin={isAdmin}
                onEdit={() => setEditedSeason(dues.season)}
              />
            </div>
          )
        }
      </Loaded>
    </section>
  )
}

type PageProps = { league: string; dues: Dues; isAdmin: boolean; onEdit: () => void }

function DuesPage({ league, dues, isAdmin, onEdit }: PageProps) {
  const { season, setup } = dues
  if (setup === null) return <NoDues dues={dues} isAdmin={isAdmin} onEdit={onEdit} />
  return (
    <div className={ui.stack16}>
      <MyDues dues={dues} setup={setup} />
      <PoolSummary dues={dues} />
      <div className={styles.actions}>
        {isAdmin ? (
          <Button variant="strong" onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" /> Edit dues and prizes
          </Button>
        ) : null}
        <a className={styles.download} href={duesFileUrl(league, season)} download>
          <Download size={18} aria-hidden="true" /> Download CSV
        </a>
      </div>
      <PrizeList league={league} dues={dues} isAdmin={isAdmin} />
      <DuesTable league={league} dues={dues} setup={setup} isAdmin={isAdmin} />
      <p className={ui.note}>
        For the record only: no money moves here. The Betslip is settled on its own and isn't part of the
        dues.
      </p>
    </div>
  )
}

function NoDues({ dues: { season, is_stored: isStored }, isAdmin, onEdit }: Omit<PageProps, 'league'>) {
  if (!isStored)
    return (
      <EmptyState isFramed hint="Its teams appear after the season is refreshed.">
        {season} isn't stored yet.
      </EmptyState>
    )
  return (
    <div className={ui.stack12}>
      <EmptyState
        isFramed
        hint={
          isAdmin
            ? 'Say what each team owes and what the prizes are. Members see who has paid.'
            : 'Your commissioner can set them up here.'
        }
      >
        No dues are set up for {season}.
      </EmptyState>
      {isAdmin ? (
        <div className={styles.center}>
          <Button variant="strong" onClick={onEdit}>
            Set up dues
          </Button>
        </div>
      ) : null}
    </div>
  )
}
