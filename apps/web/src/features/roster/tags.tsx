import { formatInjury, formatSpread } from './format.ts'
import styles from './tags.module.css'
import type { RosterRow } from './use-roster.ts'

type Props = { row: Pick<RosterRow, 'injury_status' | 'vegas_spread' | 'vegas_total'> }

/** The injury status of the player, and the spread and total of the game. */
export function Tags({ row: { injury_status, vegas_spread, vegas_total } }: Props) {
  const injury = formatInjury(injury_status)
  if (injury === null && vegas_spread === null && vegas_total === null) return null
  return (
    <ul className={styles['tags']}>
      {injury === null ? null : (
        <li className={styles['tag']} data-tone={injury.isOut ? 'bad' : 'warn'}>
          {injury.label}
        </li>
      )}
      {vegas_spread === null ? null : (
        <li className={styles['tag']} title="Vegas spread for the player's team">
          Spread {formatSpread(vegas_spread)}
        </li>
      )}
      {vegas_total === null ? null : (
        <li className={styles['tag']} title="Vegas over/under for the game">
          O/U {vegas_total}
        </li>
      )}
    </ul>
  )
}
