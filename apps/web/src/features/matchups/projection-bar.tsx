import { awayProjectionShare } from './format.ts'
import styles from './projection-bar.module.css'
import type { Matchup } from './use-matchups.ts'

type Props = { game: Pick<Matchup, 'away' | 'home'> }

/** A bar of both teams' shares of the projected points. */
export function ProjectionBar({ game: { away, home } }: Props) {
  const share = awayProjectionShare(away, home)
  if (share === null) return null
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles['bar']}
      role="img"
      aria-label={`Share of projected points: ${away.name} ${percent}%, ${home.name} ${100 - percent}%`}
    >
      <span className={styles['share']} data-ahead={share >= 0.5 || undefined} style={{ flexGrow: share }} />
      <span
        className={styles['share']}
        data-ahead={share <= 0.5 || undefined}
        style={{ flexGrow: 1 - share }}
      />
    </div>
  )
}
