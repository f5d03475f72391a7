import { useId } from 'react'
import ui from '../ui.module.css'
import styles from './forms.module.css'

type RadioProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
}

type RadioGroupProps<Value extends string> = RadioProps<Value> & {
  isStacked?: boolean
}

export function RadioGroup<Value extends string>({
  label,
  isStacked = false,
  ...options
}: RadioGroupProps<Value>) {
  return (
    <fieldset>
      <legend className={`${styles.fieldLabel} ${styles.radioGroupLabel}`}>{label}</legend>
      <div className={styles.options} data-stacked={isStacked || undefined}>
        <RadioOptions {...options} className={`${ui.focusRing} ${styles.option}`} />
      </div>
    </fieldset>
  )
}

type SegmentsProps<Value extends string> = RadioProps<Value> & {
  isSmall?: boolean
}

export function SegmentedControl<Value extends string>({
  label,
  isSmall = false,
  ...options
}: SegmentsProps<Value>) {
  const className = isSmall ? `${styles.segment} ${styles.chip}` : styles.segment
  return (
    <div className={isSmall ? styles.chips : styles.segments} role="radiogroup" aria-label={label}>
      <RadioOptions {...options} className={className} />
    </div>
  )
}

type RadioOptionsProps<Value extends string> = Omit<RadioProps<Value>, 'label'> & {
  className: string | undefined
}

/** Radio buttons with labels that have `className`. The parent provides the group and its name. */
function RadioOptions<Value extends string>({
  options,
  value,
  onChange,
  className,
}: RadioOptionsProps<Value>) {
  const name = useId()
  return options.map((option) => (
    <label key={option.value} className={className} data-at={option.value}>
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      {option.label}
    </label>
  ))
}
