import type { ReactNode } from 'react'
import styles from './tab-header.module.css'

type Props = {
  title: string
  /** A small label next to the title. */
  label?: string | undefined
  /** The freshness of the content below; null reserves the space until it is known. */
  freshness?: ReactNode
  /** A button about the content, next to the title. */
  action?: ReactNode
  /** The controls on the right of the title: the season and the week. */
  children?: ReactNode
  /** The controls below the title. */
  below?: ReactNode
}

/** The header of a tab. */
export function TabHeader({ title, label, freshness, action, children, below }: Props) {
  return (
    <div className={styles.header}>
      <div className={styles.heading}>
        <h2 className={styles.title}>{title}</h2>
        {label === undefined ? null : <p className={styles.label}>{label}</p>}
        {action}
      </div>
      <div className={styles.controls}>{children}</div>
      {below === undefined ? null : <div className={`${styles.controls} ${styles.below}`}>{below}</div>}
      {freshness === undefined ? null : <div className={styles.freshness}>{freshness}</div>}
    </div>
  )
}
