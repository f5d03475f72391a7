import type { ReactNode } from 'react'
import styles from './display.module.css'

type StatProps = { label: string; value: ReactNode; tone?: 'good' | 'bad' | undefined }

export function Stat({ label, value, tone }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={tone}>{value}</dd>
    </div>
  )
}

type StatsProps = {
  size?: 'm' | 'l'
  /** Whether each value has a line of its own on a laptop, for a narrow column. */
  isList?: boolean
  children: ReactNode
}

export function Stats({ size = 'l', isList = false, children }: StatsProps) {
  return (
    <dl className={styles.stats} data-size={size} data-list={isList || undefined}>
      {children}
    </dl>
  )
}
