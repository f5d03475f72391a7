import type { ReactNode } from 'react'
import styles from './empty.module.css'

type Props = { children: ReactNode; hint?: ReactNode }

/** What stands where there is nothing to show, and what to do next. */
export function Empty({ children, hint }: Props) {
  return (
    <div className={styles['empty']}>
      <p className={styles['text']}>{children}</p>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
    </div>
  )
}
