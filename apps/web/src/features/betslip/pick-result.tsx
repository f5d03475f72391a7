import styles from './pick-result.module.css'
import type { Pick } from './use-bets.ts'
import { RESULT_NAMES } from './wording.ts'

type Props = { result: Pick['result'] }

export function PickResult({ result }: Props) {
  return (
    <span className={styles['result']} data-result={result}>
      {result === null ? 'Open' : RESULT_NAMES[result]}
    </span>
  )
}
