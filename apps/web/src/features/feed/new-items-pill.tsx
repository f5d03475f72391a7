import { ArrowUp } from 'lucide-react'
import { formatCount } from '../../ui/format/count.ts'
import styles from './new-items-pill.module.css'

type Props = { count: number; onShow: () => void }

/** Announces new items above the feed without moving the content that the user is reading. */
export function NewItemsPill({ count, onShow }: Props) {
  return (
    <div className={styles['anchor']} role="status">
      {count === 0 ? null : (
        <button type="button" className={styles['pill']} onClick={onShow}>
          <ArrowUp size={18} aria-hidden="true" />
          {formatCount(count, 'new item')}
        </button>
      )}
    </div>
  )
}
