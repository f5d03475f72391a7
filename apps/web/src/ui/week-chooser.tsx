import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from './icon-button.tsx'
import hidden from './visually-hidden.module.css'
import styles from './week-chooser.module.css'

type Props = {
  /** In order. */
  weeks: readonly number[]
  /** The week that is shown. */
  week: number
  /** The present week, which is marked; null while unknown. */
  current: number | null
  /** Told the chosen week; null for the present one, also once the next has come. */
  onChoose: (week: number | null) => void
}

/** Goes to the week before or after, or to any. */
export function WeekChooser({ weeks, week, current, onChoose }: Props) {
  const id = useId()
  const at = weeks.indexOf(week)
  const choose = (chosen: number) => onChoose(chosen === current ? null : chosen)
  return (
    <div className={styles['chooser']}>
      <Step label="Earlier week" to={weeks[at - 1]} onChoose={choose}>
        <ChevronLeft size={20} aria-hidden="true" />
      </Step>
      <label className={hidden['hidden']} htmlFor={id}>
        Week
      </label>
      <select
        id={id}
        className={styles['select']}
        value={week}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {weeks.map((each) => (
          <option key={each} value={each}>
            {each === current ? `Week ${each} (current)` : `Week ${each}`}
          </option>
        ))}
      </select>
      <Step label="Later week" to={at < 0 ? undefined : weeks[at + 1]} onChoose={choose}>
        <ChevronRight size={20} aria-hidden="true" />
      </Step>
    </div>
  )
}

type StepProps = {
  label: string
  /** The week that it leads to; undefined where there is none. */
  to: number | undefined
  onChoose: (week: number) => void
  children: ReactNode
}

function Step({ label, to, onChoose, children }: StepProps) {
  return (
    <IconButton
      label={label}
      className={styles['step']}
      aria-disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onChoose(to)
      }}
    >
      {children}
    </IconButton>
  )
}
