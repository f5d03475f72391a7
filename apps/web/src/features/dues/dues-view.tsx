import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { RichText } from '../../ui/display/rich-text.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SeasonChooser } from '../../ui/navigation/season-chooser.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { DuesTable } from './dues-table.tsx'
import { describeLeftOver, formatAmount, formatDueDay, formatMagnitude, statusTone } from './dues-text.ts'
import { PrizeList } from './prize-list.tsx'
import { type Dues, type DuesSetup, type DuesTeam, duesFileUrl, duesQuery } from './use-dues.ts'

const DuesEditor = lazyNamed(() => import('./dues-editor.tsx'), 'DuesEditor')

type Props = {
  league: string
  isAdmin: boolean
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  views: ReactNode
}

export function DuesView({ league, isAdmin, seasons, views }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const query = useQuery({ ...duesQuery(league, season), placeholderData: keepPreviousData })
  const shown = query.data?.season ?? season
  const [editedSeason, setEditedSeason] = useState<number | null>(null)
  useTitle('Dues')
  return (
    <Stack as="section" aria-label="Dues">
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
    </Stack>
  )
}

type PageProps = { league: string; dues: Dues; isAdmin: boolean; onEdit: () => void }

function DuesPage({ league, dues, isAdmin, onEdit }: PageProps) {
  const { season, setup } = dues
  if (setup === null) return <NoDues dues={dues} isAdmin={isAdmin} onEdit={onEdit} />
  return (
    <Stack>
      <MyDues dues={dues} setup={setup} />
      <PoolSummary dues={dues} />
      <Row wraps gap={4}>
        {isAdmin ? (
          <Button variant="strong" onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" /> Edit dues and prizes
          </Button>
        ) : null}
        <a className={ui.standaloneLink} href={duesFileUrl(league, season)} download>
          <Download size={18} aria-hidden="true" /> Download CSV
        </a>
      </Row>
      <PrizeList league={league} dues={dues} isAdmin={isAdmin} />
      <DuesTable league={league} dues={dues} setup={setup} isAdmin={isAdmin} />
      <p className={ui.note}>
        For the record only: no money moves here. The Betslip is settled on its own and isn't part of the
        dues.
      </p>
    </Stack>
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
    <Stack gap={3}>
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
        <div>
          <Button variant="strong" onClick={onEdit}>
            Set up dues
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}

/** What the user's team owes and has won, and how to pay. Without a team, only how to pay. */
function MyDues({ dues, setup }: { dues: Dues; setup: DuesSetup }) {
  const mine = dues.teams.find((team) => team.team_id !== null && team.team_id === dues.my_team_id)
  const { due_on: dueOn, note } = setup
  const owes = mine?.status === 'owes'
  const isLate = mine !== undefined && statusTone(mine, dueOn) === 'bad'
  if (mine === undefined && dueOn === null && note === '') return null
  return (
    <Stack as="section" gap={2} className={ui.card} aria-label="My dues">
      {mine === undefined ? null : (
        <p className={ui.toned} data-tone={statusTone(mine, dueOn)}>
          <Text isTitle size="xl" weight={700}>
            {describeMine(mine)}
          </Text>
        </p>
      )}
      {mine === undefined || mine.won === '0.00' ? null : <p>You have won {formatAmount(mine.won)}.</p>}
      {dueOn === null || (mine !== undefined && !owes) ? null : (
        <p className={isLate ? ui.alert : undefined} data-tone="bad">
          {isLate ? 'Was due' : 'Due'} {formatDueDay(dueOn)}
        </p>
      )}
      {note === '' ? null : (
        <div>
          <Text as="h3" size="m">
            How to pay
          </Text>
          <p className={ui.prose}>
            <RichText>{note}</RichText>
          </p>
        </div>
      )}
    </Stack>
  )
}

function describeMine({ status, balance, paid }: DuesTeam): string {
  switch (status) {
    case 'owes':
      return `You owe ${formatMagnitude(balance)}`
    case 'paid':
      return `You paid ${formatAmount(paid)}`
    case 'overpaid':
      return `You overpaid by ${formatMagnitude(balance)}`
    case 'no_dues':
      return "You don't owe anything"
  }
}

function PoolSummary({ dues: { pool } }: { dues: Dues }) {
  const { owed, collected, outstanding, planned, paid_out: paidOut } = pool
  const leftOver = describeLeftOver(pool)
  return (
    <Stack as="section" gap={2} className={ui.card} aria-label="Pool">
      <Stats>
        <Stat label="Pool" value={formatAmount(owed)} />
        <Stat label="Collected" value={formatAmount(collected)} />
        <Stat label="Still owed" value={formatAmount(outstanding)} />
        <Stat label="Prizes" value={planned === null ? '—' : formatAmount(planned)} />
        <Stat label="Paid out" value={formatAmount(paidOut)} />
      </Stats>
      <p className={pool.left_over?.startsWith('-') === true ? ui.alert : ui.note} data-tone="warn">
        {leftOver ?? 'The total of the weekly prizes is known once the schedule is.'}
      </p>
    </Stack>
  )
}
