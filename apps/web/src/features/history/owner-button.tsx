import { Avatar } from '../../ui/avatar.tsx'
import { useHistoryContext } from './history-context.ts'
import styles from './owner-button.module.css'

type Props = {
  /** null for a team without an owner. */
  owner: string | null
  /** Size of the picture. If omitted, only the name is shown. */
  picture?: 's' | 'm' | 'l'
}

/** An owner's name that opens the owner's page. */
export function OwnerButton({ owner, picture }: Props) {
  const { openOverlay, getPictureUrl } = useHistoryContext()
  if (owner === null) return <span className={styles['noOwner']}>No owner</span>
  return (
    <button
      type="button"
      className={styles['owner']}
      data-has-picture={picture !== undefined || undefined}
      onClick={() => openOverlay({ kind: 'owner', owner })}
    >
      {picture === undefined ? null : <Avatar name={owner} src={getPictureUrl(owner)} size={picture} />}
      <span className={styles['name']}>{owner}</span>
    </button>
  )
}
