import { ChevronDown, Pin } from 'lucide-react'
import ui from '../../../ui/ui.module.css'
import type { FeedItem } from '../use-feed.ts'
import { pinnedText } from './pinned-items.ts'
import styles from './pinned-line.module.css'

type Props = { item: FeedItem; onExpand: () => void }

/** A pinned item that was read, as one line. */
export function PinnedLine({ item, onExpand }: Props) {
  const [firstLine] = pinnedText(item).split('\n')
  const label = `${item.type === 'proposal' ? 'Proposal' : 'Post'} by ${item.user}`
  return (
    <article className={`${ui.frame} ${styles.frame}`} aria-label={label} tabIndex={-1}>
      <button type="button" className={styles.line} aria-expanded="false" onClick={onExpand}>
        <Pin className={styles.pin} size={14} aria-hidden="true" />
        <span className={ui.hidden}>Pinned, read:</span>
        <span className={styles.text}>
          <span className={ui.strong}>{item.user}</span> <span className={ui.muted}>{firstLine}</span>
        </span>
        <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
      </button>
    </article>
  )
}
