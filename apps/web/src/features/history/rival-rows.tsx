import { Avatar } from '../../ui/avatar.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { formatRecord } from '../../ui/format/record.ts'
import { useHistoryContext } from './history-context.ts'
import styles from './rival-rows.module.css'
import type { OwnerHistory } from './use-history.ts'

type Props = { owner: string; rivals: OwnerHistory['rivals'] }

/** An owner's opponents. Each row opens all games between the two. */
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
            <span className={styles['details']}>
              {formatCount(rival.games, 'game')} · {formatPoints(rival.pf)} PF · {formatPoints(rival.pa)} PA
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
