import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './fold.module.css'

type Props = { title: string; level?: 2 | 3; startsOpen?: boolean; children: ReactNode }

/** A card that folds under its heading. What is in it begins to work when it is first opened. */
export function Fold({ title, level = 2, startsOpen = false, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const [isOpen, setOpen] = useState(startsOpen)
  const [wasOpened, setWasOpened] = useState(startsOpen)

  function follow(open: boolean) {
    setOpen(open)
    if (open) setWasOpened(true)
  }

  return (
    <details className={styles['fold']} open={isOpen} onToggle={(event) => follow(event.currentTarget.open)}>
      <summary className={styles['summary']}>
        <Heading>{title}</Heading>
        <ChevronDown className={styles['mark']} size={20} aria-hidden="true" />
      </summary>
      <div className={styles['content']}>{wasOpened ? children : null}</div>
    </details>
  )
}
