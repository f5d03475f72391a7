import { useId } from 'react'
import styles from './checkbox.module.css'

type Props = {
  label: string
  /** What assistive technology says in the place of the label, where that is the same for many. */
  ariaLabel?: string
  /** What being ticked, or not, means just now. */
  note?: string
  checked: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

/** Yes or no. */
export function Checkbox({ label, ariaLabel, note, checked, onChange, disabled = false }: Props) {
  const id = useId()
  return (
    <label className={styles['tick']}>
      <input
        type="checkbox"
        aria-label={ariaLabel ?? label}
        aria-describedby={note === undefined ? undefined : id}
        checked={checked}
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
