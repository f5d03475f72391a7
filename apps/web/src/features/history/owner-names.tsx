import { useState } from 'react'
import { OwnerButton } from './owner-button.tsx'
import styles from './owner-names.module.css'

const MAX_SHOWN = 3

type Props = { owners: readonly string[]; picture?: 's' | 'm' | 'l' }

/** Everyone who shares something: the first few, the rest on demand. */
export function OwnerNames({ owners, picture }: Props) {
  const [isOpen, setOpen] = useState(false)
  // One more name takes no more room than the button that would hide it.
  const shown = isOpen || owners.length <= MAX_SHOWN + 1 ? owners : owners.slice(0, MAX_SHOWN)
  return (
    <ul className={styles['names']} data-pictured={picture !== undefined || undefined}>
      {shown.map((owner) => (
        <li key={owner}>
          <OwnerButton owner={owner} {...(picture === undefined ? {} : { picture })} />
        </li>
      ))}
      {shown.length < owners.length ? (
        <li>
          <button type="button" className={styles['more']} onClick={() => setOpen(true)}>
            and {owners.length - shown.length} more
          </button>
        </li>
      ) : null}
    </ul>
  )
}
