import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../forms/button.tsx'
import ui from '../ui.module.css'
import styles from './layout.module.css'

type Props = {
  title: string
  /** The element ID of what unfolds it. */
  id?: string
  level?: 2 | 3
  defaultOpen?: boolean
  /** Shown while the code of the content is loading. */
  skeleton?: ReactNode
  children: ReactNode
}

/** A card that expands and collapses. The content is mounted when the card is first opened. */
export function Disclosure({ title, id, level = 2, defaultOpen = false, skeleton, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const [isOpen, setOpen] = useState(defaultOpen)
  const [wasOpened, setWasOpened] = useState(defaultOpen)

  function handleToggle(open: boolean) {
    setOpen(open)
    if (open) setWasOpened(true)
  }

  return (
    <details
      className={`${ui.frame} ${ui.folds}`}
      open={isOpen}
      onToggle={(event) => handleToggle(event.currentTarget.open)}
    >
      <summary id={id} className={styles.summary}>
        <Heading>{title}</Heading>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      <div className={styles.content}>
        {wasOpened ? <Suspense fallback={skeleton}>{children}</Suspense> : null}
      </div>
    </details>
  )
}

/** How many children the style shows on a phone. */
const FIRST = 4

/**
 * A list of which a phone shows the first four, until a button below it is pressed.
 * @param count of its items
 * @param most of them that are shown before on any device
 * @returns the class of the list, how many items it shows, and the button
 */
export function useShortList(count: number, most = count) {
  const [isExpanded, setExpanded] = useState(false)
  if (isExpanded || count <= FIRST) return { className: undefined, length: count, more: null }
  const isLong = count > most
  return {
    className: styles.short,
    length: most,
    more: (
      <div className={isLong ? undefined : ui.phoneOnly}>
        <Button variant={isLong ? 'plain' : 'quiet'} onClick={() => setExpanded(true)}>
          Show all {count}
        </Button>
      </div>
    ),
  }
}
