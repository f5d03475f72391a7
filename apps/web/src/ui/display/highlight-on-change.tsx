import { type ReactNode, useState } from 'react'
import styles from './display.module.css'

type Props = { value: number | string | null; children: ReactNode }

export function HighlightOnChange({ value, children }: Props) {
  const [tracked, setTracked] = useState({ value, changes: 0 })
  if (tracked.value !== value) setTracked({ value, changes: tracked.changes + 1 })
  return (
    // A new key restarts the animation if the value changes again during it.
    <span key={tracked.changes} className={styles.value} data-changed={tracked.changes > 0 || undefined}>
      {children}
    </span>
  )
}
