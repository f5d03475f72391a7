import { useState } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { TeamCell } from '../../../ui/display/team.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../history.module.css'
import { useHistoryContext } from '../history-context.ts'

const MAX_SHOWN = 3

/** Size of an owner's picture. If omitted, only the name is shown. */
type PictureSize = 's' | 'm' | 'l' | undefined

type OwnerButtonProps = {
  /** null for a team without an owner. */
  owner: string | null
  picture?: PictureSize
}

export function OwnerButton({ owner, picture }: OwnerButtonProps) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  if (owner === null) return <span className={ui.muted}>No owner</span>
  return (
    <button
      type="button"
      className={styles.owner}
      data-has-picture={picture !== undefined || undefined}
      onClick={() => openOverlay({ kind: 'owner', owner })}
    >
      {picture === undefined ? null : (
        <Avatar name={owner} src={getPictureUrl(owner)} size={picture} color={getColor(owner)} />
      )}
      <span className={ui.breakable}>{owner}</span>
    </button>
  )
}

export function OwnerCell({ owner, size = 's' }: { owner: string; size?: 'xs' | 's' }) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  return (
    <TeamCell
      team={{ name: owner, logo: getPictureUrl(owner), color: getColor(owner) }}
      size={size}
      onOpen={() => openOverlay({ kind: 'owner', owner })}
    />
  )
}

export function OwnerNames({ owners, picture }: { owners: readonly string[]; picture?: PictureSize }) {
  const [isExpanded, setExpanded] = useState(false)
  // A single hidden name would take no more space than the button.
  const shown = isExpanded || owners.length <= MAX_SHOWN + 1 ? owners : owners.slice(0, MAX_SHOWN)
  return (
    <Row
      as="ul"
      gap={1}
      wraps
      className={styles.owners}
      data-has-picture={picture !== undefined || undefined}
    >
      {shown.map((owner) => (
        <li key={owner}>
          <OwnerButton owner={owner} picture={picture} />
        </li>
      ))}
      {shown.length < owners.length ? (
        <li>
          <button type="button" className={styles.owner} onClick={() => setExpanded(true)}>
            <span className={styles.link}>and {owners.length - shown.length} more</span>
          </button>
        </li>
      ) : null}
    </Row>
  )
}
