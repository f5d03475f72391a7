import { useNow } from '../../api/server-clock.ts'
import { formatAppointment, formatRemaining } from '../../ui/format/date-time.ts'
import ui from '../../ui/ui.module.css'
import styles from './draft-date.module.css'

/** When a draft that is still to come begins, for the overview. Contains no links. */
export function DraftDate({ draftAt }: { draftAt: string }) {
  const now = useNow()
  const date = new Date(draftAt)
  const remaining = formatRemaining(date, now)
  return (
    <div className={styles.draft}>
      <p className={styles.date}>
        <time dateTime={draftAt}>{formatAppointment(date, now)}</time>
      </p>
      <p className={ui.note}>
        {remaining === null
          ? 'The picks and rosters appear once the league has been refreshed after the draft.'
          : `${remaining}, in your time zone`}
      </p>
    </div>
  )
}
