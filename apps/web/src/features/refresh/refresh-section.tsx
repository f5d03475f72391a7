import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshProgressQuery } from '../../api/operations.ts'
import { serverClock } from '../../api/page-environment.ts'
import { DataTable } from '../../ui/display/data-table.tsx'
import { EmptyState, ErrorNotice, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { ProgressLoader, SLOW_TIMING } from '../../ui/feedback/progress.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonField } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './refresh-section.module.css'
import {
  type LeaguesRefresh,
  leagueStatusQuery,
  leaguesRefreshQuery,
  POLL_INTERVAL_MS,
  type StatusRow,
  useRefresh,
} from './use-refresh.ts'

const LOADING_MESSAGES = [
  'Contacting the platform…',
  'Reading the season…',
  'Saving teams and games…',
] as const

/** The server knows which seasons a league can have, and names them at the field. */
const MAX_SEASON = 2100

const JOB_LABELS = {
  refresh: (league: string) => `Refreshing ${league}`,
  backfill: (league: string) => `Importing past seasons of ${league}`,
} as const

type Props = {
  /** The league to refresh; '' when none is selected. */
  league: string
  firstSeason: number
  canRefresh: boolean
  canRefreshAll: boolean
  /** Whether the user is an admin of any league. */
  canSeeStatus: boolean
}

export function RefreshSection({ league, firstSeason, canRefresh, canRefreshAll, canSeeStatus }: Props) {
  const [openedAt] = useState(serverClock.now)
  const refresh = useRefresh()
  const form = useForm({
    initial: { season: String(firstSeason) },
    mutation: refresh,
    toRequest: ({ season }) => ({ name: league, season: Number(season) }),
    clears: false,
  })
  const isBusy = refresh.isPending
  const isBusyWithAll = isBusy && refresh.variables.name === null
  const all =
    useQuery({
      ...leaguesRefreshQuery,
      enabled: canRefreshAll,
      // The request waits for the refresh, but a proxy may not wait for the response.
      ...(isBusyWithAll ? { refetchInterval: POLL_INTERVAL_MS } : {}),
    }).data ?? null
  const allProgress = all?.progress ?? null
  const isRecent = all?.ended_at == null || Date.parse(all.ended_at) >= openedAt.getTime()
  const status = useQuery({
    ...leagueStatusQuery,
    enabled: canSeeStatus,
    refetchInterval: ({ state }) =>
      (isBusy || state.data?.leagues.some(isRunning) === true) && POLL_INTERVAL_MS,
  })
  const running = status.data?.filter(isRunning) ?? []
  const refreshLabel = league === '' ? 'Refresh' : `Refresh ${league}`
  const action = (
    <Text lines={1} title={refreshLabel}>
      {refreshLabel}
    </Text>
  )

  return (
    <Stack>
      <ActionForm
        form={form}
        label="Refresh"
        action={action}
        busy={action}
        // The result tells it, below the progress.
        fallback={() => null}
        isReady={canRefresh && league !== ''}
        columns={160}
        others={
          canRefreshAll ? (
            <Button
              disabled={isBusy || allProgress !== null || form.draft.season === ''}
              onClick={() => form.send({ name: null, season: Number(form.draft.season) })}
            >
              Refresh all leagues
            </Button>
          ) : null
        }
      >
        <SeasonField
          {...form.field('season')}
          label="Season"
          last={MAX_SEASON}
          disabled={!canRefresh && !canRefreshAll}
        />
      </ActionForm>
      {allProgress === null ? null : (
        <div>
          <p className={ui.note}>Refreshing all leagues</p>
          <ProgressBar label="Refreshing all leagues" job={{ step: 'Leagues refreshed:', ...allProgress }} />
        </div>
      )}
      {running.length > 0 ? (
        <Stack as="ul" aria-label="Running refreshes">
          {running.map((row) => (
            <RunningRefresh key={row.name} row={row} statusFetchedAt={status.dataUpdatedAt} />
          ))}
        </Stack>
      ) : null}
      {isBusy && running.length > 0 ? null : (
        <ProgressLoader isLoading={isBusy} messages={LOADING_MESSAGES} timing={SLOW_TIMING}>
          {() => <RefreshResult refresh={refresh} all={isRecent ? all : null} />}
        </ProgressLoader>
      )}
      <LatestStatus status={status} canSee={canSeeStatus} />
    </Stack>
  )
}

type RunningRefreshProps = {
  row: StatusRow
  /** When the status was fetched, in milliseconds since the epoch. */
  statusFetchedAt: number
}

/** The newer of the event stream, which is immediate but only of the selected league, and the polled status. */
function RunningRefresh({ row: { name, progress }, statusFetchedAt }: RunningRefreshProps) {
  const { data: event, dataUpdatedAt: eventReceivedAt } = useQuery(refreshProgressQuery(name))
  const newest = event?.state === 'running' && eventReceivedAt > statusFetchedAt ? event : progress
  if (newest === null) return null
  const label = JOB_LABELS[newest.job](name)
  return (
    <li>
      <p className={ui.note}>{label}</p>
      <ProgressBar label={label} job={newest} waiting="Waiting to start" />
    </li>
  )
}

type RefreshResultProps = {
  refresh: ReturnType<typeof useRefresh>
  /** The refresh of all leagues that is running, or that has ended since the section was opened. */
  all: LeaguesRefresh | null
}

function RefreshResult({ refresh, all }: RefreshResultProps) {
  // Whether the response was received or not, the refresh of all leagues continues on the server.
  const isAboutAll = refresh.isIdle || refresh.variables.name === null
  if (isAboutAll && all !== null) return all.ended_at === null ? null : <RefreshLog result={all} />
  if (refresh.isError) return <ErrorNotice error={refresh.error} fallback="Something went wrong." />
  return refresh.isSuccess && refresh.data.progress === null ? <RefreshLog result={refresh.data} /> : null
}

function RefreshLog({
  result: { ok, error, log },
}: {
  result: Pick<LeaguesRefresh, 'ok' | 'error' | 'log'>
}) {
  return (
    <Stack gap={2}>
      <Notice tone={ok ? 'good' : 'bad'}>
        {ok ? 'Refresh complete.' : (error ?? 'Something went wrong.')}
      </Notice>
      {log === '' ? null : (
        <section className={ui.box} aria-label="Refresh log">
          <pre className={styles.log}>{log}</pre>
        </section>
      )}
    </Stack>
  )
}

function LatestStatus({ status, canSee }: { status: UseQueryResult<StatusRow[]>; canSee: boolean }) {
  if (!canSee) return <EmptyState>Only league admins can see the refresh status.</EmptyState>
  return (
    <div className={ui.subsection}>
      <h3>Latest Status</h3>
      <Loaded query={status} name="the refresh status" rows={2} height={32}>
        {(rows) =>
          rows.length > 0 ? (
            <StatusTable rows={rows} />
          ) : (
            <EmptyState hint="Create a league first.">No leagues yet.</EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

function isRunning({ progress }: Pick<StatusRow, 'progress'>): boolean {
  return progress !== null
}

const STATUS_LABELS: Record<StatusRow['status'], string> = {
  never: 'Never',
  running: 'Running',
  ok: 'OK',
  skipped: 'Skipped',
  error: 'Error',
}

const STATUS_TONES = { never: undefined, running: 'info', ok: 'good', skipped: 'warn', error: 'bad' } as const

function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
  return (
    <DataTable
      caption="Last refresh of each league"
      columns={[
        { label: 'League', kind: 'head', cell: ({ name }) => name },
        { label: 'Season', kind: 'text', cell: ({ season }) => season ?? '—' },
        {
          label: 'Status',
          kind: 'text',
          isStrong: true,
          cell: ({ status }) => STATUS_LABELS[status],
          tone: ({ status }) => STATUS_TONES[status],
        },
        {
          label: 'Updated',
          kind: 'text',
          cell: ({ last_updated: last, updated_at: updated }) => {
            const at = last ?? updated
            return at === null ? '—' : <RelativeTime at={at} />
          },
          below: 'line',
        },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      detail={({ last_error: error }) =>
        error === null ? null : (
          <details className={ui.link}>
            <summary>Show details</summary>
            <p>{error}</p>
          </details>
        )
      }
      isStacked
      isPlain
    />
  )
}
