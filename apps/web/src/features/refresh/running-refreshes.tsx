import { useQuery } from '@tanstack/react-query'
import { refreshProgressQuery } from '../../api/league-queries.ts'
import { ProgressBar } from '../../ui/feedback/progress.tsx'
import styles from './running-refreshes.module.css'
import type { StatusRow } from './use-refresh.ts'

type Props = {
  running: readonly StatusRow[]
  /** When the status was fetched, in milliseconds since the epoch. */
  statusFetchedAt: number
}

/** A progress bar for each league with a running job, no matter who started it. */
export function RunningRefreshes({ running, statusFetchedAt }: Props) {
  return (
    <ul className={styles['running']} aria-label="Running refreshes">
      {running.map((row) => (
        <li key={row.name}>
          <RunningRefresh row={row} statusFetchedAt={statusFetchedAt} />
        </li>
      ))}
    </ul>
  )
}

const JOB_LABELS = {
  refresh: (league: string) => `Refreshing ${league}`,
  backfill: (league: string) => `Importing past seasons of ${league}`,
} as const

type RunningRefreshProps = { row: StatusRow; statusFetchedAt: number }

/**
 * Shows the newer of two sources: the event stream, which is immediate but covers only the selected league,
 * and the polled status of all leagues.
 */
function RunningRefresh({ row: { name, progress }, statusFetchedAt }: RunningRefreshProps) {
  const { data: event, dataUpdatedAt: eventReceivedAt } = useQuery(refreshProgressQuery(name))
  const newest = event?.state === 'running' && eventReceivedAt > statusFetchedAt ? event : progress
  if (newest === null) return null
  const label = JOB_LABELS[newest.job](name)
  return (
    <>
      <p className={styles['league']}>{label}</p>
      <ProgressBar
        label={label}
        step={newest.step === '' ? 'Waiting to start' : newest.step}
        done={newest.done}
        total={newest.total}
      />
    </>
  )
}
