import styles from './flags.module.css'
import type { Pick } from './use-bets.ts'
import { FLAG_NAMES } from './wording.ts'

type Props = { flags: Pick['flags'] }

/** What is unusual about the odds of a pick. */
export function Flags({ flags }: Props) {
  return flags.map((flag) => (
    <span key={flag} className={styles['flag']}>
      {FLAG_NAMES[flag]}
    </span>
  ))
}
