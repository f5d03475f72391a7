import { RESULT_LABELS } from './format.ts'
import styles from './pick-result.module.css'
import type { BetPick } from './use-bets.ts'

type Props = { result: BetPick['result'] }

export function PickResult({ result }: Props) {
  return (
    <span className={styles['result']} data-result={result}>
      {result === null ? 'Open' : RESULT_LABELS[result]}
    </span>
  )
}
