import { useState } from 'react'
import { OwnerButton } from './owner-button.tsx'
import styles from './owner-names.module.css'

const MAX_SHOWN = 3

type Props = { owners: readonly string[]; picture?: 's' | 'm' | 'l' }

/** A list of owners that collapses after the first few. */
export function OwnerNames({ owners, picture }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  // A single hidden name would take no more space than the button.
  const shown = isExpanded || owners.length <= MAX_SHOWN + 1 ? owners : owners.slice(0, MAX_SHOWN)
  return (
    <ul className={styles['names']} data-has-picture={picture !== undefined || undefined}>
      {shown.map((owner) => (
        <li key={owner}>
          <OwnerButton owner={owner} {...(picture === undefined ? {} : { picture })} />
        </li>
      ))}
      {shown.length < owners.length ? (
        <li>
          <button type="button" className={styles['more']} onClick={() => setExpanded(true)}>
            and {owners.length - shown.length} more
          </button>
        </li>
      ) : null}
    </ul>
  )
}
