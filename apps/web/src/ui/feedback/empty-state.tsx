import type { ReactNode } from 'react'
import ui from '../ui.module.css'
import styles from './feedback.module.css'

type Props = {
  children: ReactNode
  hint?: ReactNode
  /** Whether it replaces a whole table or card and needs its own frame. */
  isFramed?: boolean
}

export function EmptyState({ children, hint, isFramed = false }: Props) {
  return (
    <div className={styles.empty} data-framed={isFramed || undefined}>
      <p className={styles.text}>{children}</p>
      {hint === undefined ? null : <p className={ui.note}>{hint}</p>}
    </div>
  )
}

export type Reason = readonly [text: string, hint?: string | null]

export const notStored = (season: number): Reason => [
  `${season} isn't stored yet.`,
  'It appears after this season is refreshed.',
]

/** Why a view has nothing of a season. */
export function Unavailable({ reason: [text, hint] }: { reason: Reason }) {
  return (
    <EmptyState isFramed hint={hint}>
      {text}
    </EmptyState>
  )
}
