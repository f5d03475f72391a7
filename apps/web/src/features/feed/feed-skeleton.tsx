import { Masonry } from '../../ui/masonry.tsx'
import bar from '../../ui/skeleton.module.css'
import styles from './feed-skeleton.module.css'
import { useColumnCount } from './use-column-count.ts'

/** Lines of text in each card, so that cards differ as they do later. */
const LINES_PER_CARD = [3, 5, 2, 4, 3, 2]

export function FeedSkeleton() {
  const count = useColumnCount()
  const cells = LINES_PER_CARD.slice(0, 2 * count).map((lines, index) => ({
    key: String(index),
    content: <CardSkeleton lines={lines} />,
  }))
  return (
    <div role="status" aria-label="Loading League Social">
      <Masonry columnCount={count} cells={cells} />
    </div>
  )
}

function CardSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles['card']}>
      <div className={styles['head']}>
        <span className={`${bar['row']} ${styles['picture']}`} />
        <span className={`${bar['row']} ${styles['user']}`} />
      </div>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span key={line} className={`${bar['row']} ${styles['line']}`} />
      ))}
    </div>
  )
}
