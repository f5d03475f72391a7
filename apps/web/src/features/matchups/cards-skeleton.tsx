import skeleton from '../../ui/feedback/skeleton.module.css'
import styles from './scoreboard-grid.module.css'

/** The height of a matchup card, in pixels. */
const CARD_HEIGHT = 206

type Props = { label: string; cards: number }

/** A loading placeholder for a grid of matchup cards. */
export function CardsSkeleton({ label, cards }: Props) {
  return (
    <div className={styles['grid']} role="status" aria-label={label}>
      {Array.from({ length: cards }, (_, card) => card).map((card) => (
        <span
          key={card}
          className={`${skeleton['row']} ${styles['placeholder']}`}
          style={{ height: CARD_HEIGHT }}
        />
      ))}
    </div>
  )
}
