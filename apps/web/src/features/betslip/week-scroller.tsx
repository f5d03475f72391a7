import { Lock } from 'lucide-react'
import { useId } from 'react'
import { HorizontalScroller } from '../../ui/navigation/horizontal-scroller.tsx'
import styles from './betslip.module.css'
import type { Bets } from './use-bets.ts'

type Props = Pick<Bets, 'weeks' | 'current_week'> & {
  /** The displayed week. */
  week: number
  onChoose: (week: number) => void
}

/** A button for each week. The current week is marked, and locked weeks show a lock. */
export function WeekScroller({ weeks, week, current_week, onChoose }: Props) {
  const id = useId()
  return (
    <>
      <HorizontalScroller selected={String(week)}>
        {(row) => (
          <div {...row} role="toolbar" aria-label="Week">
            {weeks.map((item) => (
              <button
                key={item.week}
                type="button"
                className={styles.weekButton}
                data-at={item.week}
                aria-pressed={item.week === week}
                aria-current={item.week === current_week || undefined}
                aria-describedby={item.locked ? id : undefined}
                tabIndex={item.week === week ? 0 : -1}
                onClick={() => onChoose(item.week)}
              >
                W{item.week}
                {item.locked ? <Lock size={12} aria-hidden="true" /> : null}
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
