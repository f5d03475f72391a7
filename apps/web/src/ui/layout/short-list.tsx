import { type ReactNode, useState } from 'react'
import { Button } from '../forms/button.tsx'
import ui from '../ui.module.css'
import styles from './layout.module.css'

/** How many children the style shows on a phone. */
const FIRST = 4

/**
 * A list of which a phone shows the first four, until a button below it is pressed.
 * @param count of its children
 * @returns the class of the list, and the button
 */
export function useShortList(count: number): { className: string | undefined; more: ReactNode } {
  const [isExpanded, setExpanded] = useState(false)
  if (isExpanded || count <= FIRST) return { className: undefined, more: null }
  return {
    className: styles.short,
    more: (
      <div className={ui.phoneOnly}>
        <Button variant="quiet" onClick={() => setExpanded(true)}>
          Show all {count}
        </Button>
      </div>
    ),
  }
}
