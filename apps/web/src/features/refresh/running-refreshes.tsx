import { useQuery } from '@tanstack/react-query'
import { refreshProgressQuery } from '../../api/refresh-progress.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import styles from './running-refreshes.module.css'
import type { StatusRow } from './use-refresh.ts'

type Props = {
  running: readonly StatusRow[]
  /** When that was read, as milliseconds. */
  statusFetchedAt: number
}

/** A bar for each league that is being read, however that began. */
export function RunningRefreshes({ running, statusFetchedAt }: Props) {
  return (
    <ul className={styles['running']} aria-label="Running">
      {running.map((row) => (
        <li key={row.name}>
          <RunningRefresh row={row} readAt={statusFetchedAt} />
        </li>
      ))}
    </ul>
  )
}

const JOB_LABELS = { refresh: 'Refreshing', backfill: 'Reading past seasons of' } as const

/** The stream tells of the chosen league at once; the status, which is read now and then, of all. */
function RunningRefresh({ row: { name, progress }, readAt }: { row: StatusRow; readAt: number }) {
  const { data: told, dataUpdatedAt: toldAt } = useQuery(refreshProgressQuery(name))
  const newest = told?.state === 'running' && toldAt > readAt ? told : progress
  if (newest === null) return null
  const label = `${JOB_LABELS[newest.job]} ${name}`
  return (
    <>
      <p className={styles['league']}>{label}</p>
      <ProgressBar
        label={label}
        step={newest.step === '' ? 'Waiting for its turn' : newest.step}
        done={newest.done}
        total={newest.total}
      />
    </>
  )
}
