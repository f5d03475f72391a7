import { describeAuditEntry } from '@fieldhouse/domain/describe-audit-entry'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './audit-log-section.module.css'
import type { AuditEntry } from './use-audit-log.ts'

export function AuditLogList({ acts, now }: { acts: readonly AuditEntry[]; now: Date }) {
  return (
    <ul className={styles['list']}>
      {acts.map(({ id, at, actor, action, league, detail }) => (
        <li key={id} className={styles['act']}>
          <span className={styles['what']}>
            <strong>{actor ?? 'The server’s console'}</strong> {describeAuditEntry(action, detail)}
          </span>
          <span className={styles['facts']}>
            {league === null ? null : `${league} · `}
            <RelativeTime at={at} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}
