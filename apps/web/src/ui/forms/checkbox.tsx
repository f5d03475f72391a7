import { useId } from 'react'
import ui from '../ui.module.css'
import styles from './forms.module.css'

type Props = {
  label: string
  /** Replaces the label for assistive technology, if several checkboxes have the same label. */
  ariaLabel?: string
  note?: string
  checked: boolean
  onChange: (isChecked: boolean) => void
  disabled?: boolean
}

export function Checkbox({ label, ariaLabel, note, checked, onChange, disabled = false }: Props) {
  const id = useId()
  return (
    <label className={styles.checkbox}>
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
          <span id={id} className={`${ui.note} ${styles.note}`}>
            {note}
          </span>
        )}
      </span>
    </label>
  )
}
