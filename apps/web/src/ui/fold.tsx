import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './fold.module.css'

type Props = { title: string; startsOpen?: boolean; children: ReactNode }

/** A card that folds under its heading. */
export function Fold({ title, startsOpen = false, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <details className={styles['fold']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>
        <h2>{title}</h2>
        <ChevronDown className={styles['mark']} size={20} aria-hidden="true" />
      </summary>
      <div className={styles['content']}>{children}</div>
    </details>
  )
}
