import { useId } from 'react'
import styles from './tick.module.css'

type Props = {
  label: string
  /** What assistive technology says in the place of the label, where that is the same for many. */
  name?: string
  /** What being ticked, or not, means just now. */
  note?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

/** Yes or no. */
export function Tick({ label, name, note, isOn, onChange, disabled = false }: Props) {
  const id = useId()
  return (
    <label className={styles['tick']}>
      <input
        type="checkbox"
        aria-label={name ?? label}
        aria-describedby={note === undefined ? undefined : id}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {note === undefined ? null : (
          <span id={id} className={styles['note']}>
            {note}
          </span>
        )}
      </span>
    </label>
  )
}
