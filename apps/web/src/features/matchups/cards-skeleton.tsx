import skeleton from '../../ui/skeleton.module.css'
import styles from './scoreboard-grid.module.css'

/** As tall as the card of a game. */
const CARD_HEIGHT = 206

type Props = { label: string; cards: number }

/** Reserves the place of a grid of games. */
export function CardsSkeleton({ label, cards }: Props) {
  return (
    <div className={styles['grid']} role="status" aria-label={label}>
      {Array.from({ length: cards }, (_, card) => card).map((card) => (
        <span
          key={card}
          className={`${skeleton['row']} ${styles['waiting']}`}
          style={{ height: CARD_HEIGHT }}
        />
      ))}
    </div>
  )
}
