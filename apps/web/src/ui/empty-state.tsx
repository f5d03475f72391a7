import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type Props = {
  children: ReactNode
  hint?: ReactNode
  /** Where it stands on the bare page, in the place of a whole table or card. */
  isFramed?: boolean
}

/** What stands where there is nothing to show, and what to do next. */
export function EmptyState({ children, hint, isFramed = false }: Props) {
  return (
    <div className={styles['empty']} data-framed={isFramed || undefined}>
      <p className={styles['text']}>{children}</p>
      {hint === undefined ? null : <p className={styles['hint']}>{hint}</p>}
    </div>
  )
}
