import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../forms/button.tsx'
import forms from '../forms/forms.module.css'
import ui from '../ui.module.css'
import styles from './navigation.module.css'

type Props = {
  /** In order. */
  weeks: readonly number[]
  week: number
  current: number | null
  /** Called with the selected week; null to follow the current week as it advances. */
  onChoose: (week: number | null) => void
  /** Shown instead of the field, such as a heading that names the week. It opens the field. */
  children?: ReactNode
}

export function WeekChooser({ weeks, week, current, onChoose, children }: Props) {
  const id = useId()
  const index = weeks.indexOf(week)
  const choose = (chosen: number) => onChoose(chosen === current ? null : chosen)
  return (
    <div className={styles.weekChooser}>
      <StepButton label="Previous week" to={weeks[index - 1]} onChoose={choose}>
        <ChevronLeft size={20} aria-hidden="true" />
      </StepButton>
      <div
        className={`${ui.focusRing} ${styles.field}`}
        data-titled={children === undefined ? undefined : true}
      >
        {children}
        <label className={ui.hidden} htmlFor={id}>
          Week
        </label>
        <select
          id={id}
          className={children === undefined ? `${forms.control} ${styles.select}` : ui.invisible}
          value={week}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {weeks.map((weekNumber) => (
            <option key={weekNumber} value={weekNumber}>
              {weekNumber === current ? `Week ${weekNumber} (current)` : `Week ${weekNumber}`}
            </option>
          ))}
        </select>
      </div>
      <StepButton label="Next week" to={index < 0 ? undefined : weeks[index + 1]} onChoose={choose}>
        <ChevronRight size={20} aria-hidden="true" />
      </StepButton>
    </div>
  )
}

type StepButtonProps = {
  label: string
  to: number | undefined
  onChoose: (week: number) => void
  children: ReactNode
}

function StepButton({ label, to, onChoose, children }: StepButtonProps) {
  return (
    <IconButton
      label={label}
      className={styles.step}
      aria-disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onChoose(to)
      }}
    >
      {children}
    </IconButton>
  )
}
