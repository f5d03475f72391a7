import { count } from '../../ui/format/count.ts'
import { points } from '../../ui/format/points.ts'
import { record } from '../../ui/format/record.ts'
import { Picture } from '../../ui/picture.tsx'
import { useHistoryPage } from './history-context.ts'
import styles from './rival-rows.module.css'
import type { OwnerPast } from './use-history.ts'

type Props = { owner: string; rivals: OwnerPast['rivals'] }

/** Everyone whom an owner has met; a row opens all their games. */
export function RivalRows({ owner, rivals }: Props) {
  const { open } = useHistoryPage()
  return (
    <ul className={styles['rivals']}>
      {rivals.map((rival) => (
        <li key={rival.owner}>
          <button
            type="button"
            className={styles['row']}
            onClick={() => open({ kind: 'rivalry', a: owner, b: rival.owner })}
          >
            <Picture name={rival.owner} src={rival.picture} />
            <span className={styles['name']}>{rival.owner}</span>
            <span className={styles['record']}>{record(rival)}</span>
            <span className={styles['about']}>
              {count(rival.games, 'game')}, {points(rival.pf)} to {points(rival.pa)} points
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
