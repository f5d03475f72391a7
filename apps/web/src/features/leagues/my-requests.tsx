import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import styles from './join-league.module.css'
import type { MyRequest } from './use-leagues.ts'

const STATUS_LABELS: Record<MyRequest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

type Props = { requests: readonly MyRequest[]; now: Date }

/** The user's join requests with their status. */
export function MyRequests({ requests, now }: Props) {
  return (
    <ul className={styles['requests']}>
      {requests.map(({ league, message, status, created_at: at }) => (
        <li key={`${at} ${league ?? ''}`} className={styles['request']}>
          <span className={styles['league']}>{league ?? 'Any league'}</span>{' '}
          <span className={styles['status']} data-status={status}>
            {STATUS_LABELS[status]}
          </span>{' '}
          <span className={styles['details']}>
            Sent <RelativeTime at={at} now={now} />
            {message === '' ? '' : `: “${message}”`}
          </span>
        </li>
      ))}
    </ul>
  )
}
