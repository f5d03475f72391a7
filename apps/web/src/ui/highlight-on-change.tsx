import { type ReactNode, useState } from 'react'
import styles from './highlight-on-change.module.css'

type Props = { value: number | string | null; children: ReactNode }

/** Shows something that changes in place: each new value is tinted for a moment. */
export function HighlightOnChange({ value, children }: Props) {
  const [seen, setSeen] = useState({ value, changes: 0 })
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 })
  return (
    // A new key begins the tint again when the value changes during it.
    <span key={seen.changes} className={styles['value']} data-changed={seen.changes > 0 || undefined}>
      {children}
    </span>
  )
}
