import { Lock } from 'lucide-react'
import { useId } from 'react'
import { HorizontalScroller } from '../../ui/horizontal-scroller.tsx'
import type { Bets } from './use-bets.ts'
import styles from './week-scroller.module.css'

type Props = Pick<Bets, 'weeks' | 'current_week'> & {
  /** The week that is shown. */
  week: number
  onChoose: (week: number) => void
}

/** A button for each week: the current one is marked, locked ones show a lock. */
export function WeekScroller({ weeks, week, current_week, onChoose }: Props) {
  const id = useId()
  return (
    <>
      <HorizontalScroller selected={String(week)}>
        {(row) => (
          <div {...row} role="toolbar" aria-label="Week">
            {weeks.map((each) => (
              <button
                key={each.week}
                type="button"
                className={styles['week']}
                data-at={each.week}
                aria-pressed={each.week === week}
                aria-current={each.week === current_week || undefined}
                aria-describedby={each.locked ? id : undefined}
                tabIndex={each.week === week ? 0 : -1}
                onClick={() => onChoose(each.week)}
              >
                W{each.week}
                {each.locked ? <Lock className={styles['lock']} size={12} aria-hidden="true" /> : null}
              </button>
            ))}
          </div>
        )}
      </HorizontalScroller>
      <span id={id} hidden>
        Locked
      </span>
    </>
  )
}
