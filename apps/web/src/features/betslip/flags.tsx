import styles from './flags.module.css'
import { FLAG_LABELS } from './format.ts'
import type { BetPick } from './use-bets.ts'

type Props = { flags: BetPick['flags'] }

/** Warnings about the odds of a pick. */
export function Flags({ flags }: Props) {
  return flags.map((flag) => (
    <span key={flag} className={styles['flag']}>
      {FLAG_LABELS[flag]}
    </span>
  ))
}
