import { Masonry } from '../../ui/masonry.tsx'
import bar from '../../ui/skeleton.module.css'
import styles from './feed-skeleton.module.css'
import { useColumnCount } from './use-column-count.ts'

/** Lines of text per card. They differ, as real cards do. */
const LINES_PER_CARD = [3, 5, 2, 4, 3, 2]

export function FeedSkeleton() {
  const columnCount = useColumnCount()
  const cells = LINES_PER_CARD.slice(0, 2 * columnCount).map((lines, index) => ({
    key: String(index),
    content: <CardSkeleton lines={lines} />,
  }))
  return (
    <div role="status" aria-label="Loading League Social">
      <Masonry columnCount={columnCount} cells={cells} />
    </div>
  )
}

function CardSkeleton({ lines }: { lines: number }) {
  return (
    <div className={styles['card']}>
      <div className={styles['header']}>
        <span className={`${bar['row']} ${styles['avatar']}`} />
        <span className={`${bar['row']} ${styles['user']}`} />
      </div>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span key={line} className={`${bar['row']} ${styles['line']}`} />
      ))}
    </div>
  )
}
