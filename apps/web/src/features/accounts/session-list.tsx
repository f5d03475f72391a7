import { Button } from '../../ui/button.tsx'
import { formatTimeAgo } from '../../ui/format/date-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './session-list.module.css'
import type { Session } from './use-account.ts'

type Props = {
  sessions: readonly Session[]
  now: Date
  isEnding: boolean
  onEnd: (id: string) => void
}

export function SessionList({ sessions, now, isEnding, onEnd }: Props) {
  return (
    <ul className={styles['list']}>
      {sessions.map((session) => {
        const device = session.device ?? 'Unknown device'
        return (
          <li key={session.id} className={styles['session']}>
            <div className={styles['details']}>
              <p className={styles['device']}>
                {device}{' '}
                {session.is_current ? <span className={styles['currentBadge']}>This device</span> : null}
              </p>
              <p className={styles['timestamps']}>
                Last seen <RelativeTime at={session.seen_at} now={now} />, signed in{' '}
                <RelativeTime at={session.created_at} now={now} />
              </p>
            </div>
            {session.is_current ? null : (
              <Button
                disabled={isEnding}
                aria-label={`Sign out ${device}, last seen ${formatTimeAgo(new Date(session.seen_at), now)}`}
                onClick={() => onEnd(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
