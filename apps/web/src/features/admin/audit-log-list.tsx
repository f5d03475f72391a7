import { describeAuditEntry } from '@fieldhouse/domain/league/audit-log'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './audit-log-section.module.css'
import type { AuditEntry } from './use-audit-log.ts'

export function AuditLogList({ entries, now }: { entries: readonly AuditEntry[]; now: Date }) {
  return (
    <ul className={styles['list']}>
      {entries.map(({ id, at, actor, action, league, detail }) => (
        <li key={id} className={styles['entry']}>
          <span className={styles['summary']}>
            <strong>{actor ?? 'Server admin'}</strong> {describeAuditEntry(action, detail)}
          </span>
          <span className={styles['details']}>
            {league === null ? null : `${league} · `}
            <RelativeTime at={at} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}
