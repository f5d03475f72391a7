import { describeAuditEntry } from '@fieldhouse/domain/describe-audit-entry'
import { MomentText } from '../../ui/moment-text.tsx'
import styles from './acts-section.module.css'
import type { Act } from './use-acts.ts'

export function ActList({ acts, now }: { acts: readonly Act[]; now: Date }) {
  return (
    <ul className={styles['list']}>
      {acts.map(({ id, at, actor, action, league, detail }) => (
        <li key={id} className={styles['act']}>
          <span className={styles['what']}>
            <strong>{actor ?? 'The server’s console'}</strong> {describeAuditEntry(action, detail)}
          </span>
          <span className={styles['facts']}>
            {league === null ? null : `${league} · `}
            <MomentText at={at} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}
