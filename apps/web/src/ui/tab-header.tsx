import type { ReactNode } from 'react'
import styles from './tab-header.module.css'

type Props = {
  title: string
  /** A small label beside the title. */
  label?: string | undefined
  /** How fresh what stands beneath is; null keeps its place until that is known. */
  freshness?: ReactNode
  /** Controls at the right. */
  children?: ReactNode
}

/** What stands over the content of a tab. */
export function TabHeader({ title, label, freshness, children }: Props) {
  return (
    <div className={styles['head']}>
      <div className={styles['words']}>
        <h2 className={styles['title']}>{title}</h2>
        {label === undefined ? null : <p className={styles['label']}>{label}</p>}
      </div>
      <div className={styles['controls']}>{children}</div>
      {freshness === undefined ? null : <div className={styles['freshness']}>{freshness}</div>}
    </div>
  )
}
