import { useId } from 'react'
import styles from './segmented.module.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few views of the same thing, in one row. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <div className={styles['row']} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
