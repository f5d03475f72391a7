import { Settings2 } from 'lucide-react'
import { useNow } from '../../api/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import facts from '../../ui/facts.module.css'
import { formatCount } from '../../ui/format/count.ts'
import { Freshness } from '../../ui/freshness.tsx'
import styles from './timeline-header.module.css'
import type { History } from './use-history.ts'

/** Element ID of the section that the Admin button toggles. */
export const HISTORY_ADMIN_ID = 'history-admin'

type Props = {
  history: History
  canManage: boolean
  isAdminOpen: boolean
  onToggleAdmin: () => void
}

export function TimelineHeader({ history, canManage, isAdminOpen, onToggleAdmin }: Props) {
  const { seasons_count: seasons, first_year: first, commissioner } = history.all_time
  const now = useNow()
  return (
    <header className={styles['header']}>
      <h2 className={styles['title']}>League Timeline</h2>
      <p className={`${facts['facts']} ${styles['facts']}`}>
        <span>{formatCount(seasons, 'season')}</span>
        {first === null ? null : <span>Since {first}</span>}
        {commissioner === null ? null : <span>Commissioner: {commissioner}</span>}
      </p>
      <Freshness updatedAt={history.updated_at} lastError={history.last_error} now={now} />
      {canManage ? (
        <Button
          className={styles['adminButton'] ?? ''}
          aria-expanded={isAdminOpen}
          aria-controls={isAdminOpen ? HISTORY_ADMIN_ID : undefined}
          onClick={onToggleAdmin}
        >
          <Settings2 size={18} aria-hidden="true" /> Admin
        </Button>
      ) : null}
    </header>
  )
}
