import { formatInjury, formatSpread } from './format.ts'
import styles from './tags.module.css'
import type { RosterRow } from './use-roster.ts'

type Props = { row: Pick<RosterRow, 'injury_status' | 'vegas_spread' | 'vegas_total'> }

/** What a manager weighs: injury, spread and total of the player's game. */
export function Tags({ row: { injury_status, vegas_spread, vegas_total } }: Props) {
  const hurt = formatInjury(injury_status)
  if (hurt === null && vegas_spread === null && vegas_total === null) return null
  return (
    <ul className={styles['tags']}>
      {hurt === null ? null : (
        <li className={styles['tag']} data-tone={hurt.isOut ? 'bad' : 'warn'}>
          {hurt.label}
        </li>
      )}
      {vegas_spread === null ? null : (
        <li className={styles['tag']} title="Vegas spread of the player’s team">
          Spread {formatSpread(vegas_spread)}
        </li>
      )}
      {vegas_total === null ? null : (
        <li className={styles['tag']} title="Vegas total of the game">
          O/U {vegas_total}
        </li>
      )}
    </ul>
  )
}
