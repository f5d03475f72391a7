import { Avatar } from '../../ui/avatar.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { formatRecord } from '../../ui/format/record.ts'
import { useHistoryContext } from './history-context.ts'
import styles from './rival-rows.module.css'
import type { OwnerHistory } from './use-history.ts'

type Props = { owner: string; rivals: OwnerHistory['rivals'] }

/** Everyone whom an owner has met; a row opens all their games. */
export function RivalRows({ owner, rivals }: Props) {
  const { openOverlay } = useHistoryContext()
  return (
    <ul className={styles['rivals']}>
      {rivals.map((rival) => (
        <li key={rival.owner}>
          <button
            type="button"
            className={styles['row']}
            onClick={() => openOverlay({ kind: 'rivalry', a: owner, b: rival.owner })}
          >
            <Avatar name={rival.owner} src={rival.picture} />
            <span className={styles['name']}>{rival.owner}</span>
            <span className={styles['record']}>{formatRecord(rival)}</span>
            <span className={styles['about']}>
              {formatCount(rival.games, 'game')}, {formatPoints(rival.pf)} to {formatPoints(rival.pa)} points
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
