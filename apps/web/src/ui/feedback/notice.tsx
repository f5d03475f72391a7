import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Props = { tone: 'bad' | 'good' | 'info' | 'warn'; children: ReactNode }

/** A message about what happened, announced to screen readers when it appears. */
export function Notice({ tone, children }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
