import { ArrowUp } from 'lucide-react'
import styles from './new-items-pill.module.css'

type Props = { count: number; onShow: () => void }

/** Says that there is something new, over what is being read and without moving it. */
export function NewItemsPill({ count, onShow }: Props) {
  return (
    <div className={styles['place']} role="status">
      {count === 0 ? null : (
        <button type="button" className={styles['pill']} onClick={onShow}>
          <ArrowUp size={18} aria-hidden="true" />
          {count === 1 ? '1 new item' : `${count} new items`}
        </button>
      )}
    </div>
  )
}
