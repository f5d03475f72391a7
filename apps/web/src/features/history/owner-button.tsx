import { Avatar } from '../../ui/avatar.tsx'
import { useHistoryContext } from './history-context.ts'
import styles from './owner-button.module.css'

type Props = {
  /** null where nobody owned the team. */
  owner: string | null
  /** Without one, the name stands alone. */
  picture?: 's' | 'm' | 'l'
}

/** An owner's name, which opens the owner's page. */
export function OwnerButton({ owner, picture }: Props) {
  const { openOverlay, getPictureUrl } = useHistoryContext()
  if (owner === null) return <span className={styles['nobody']}>No owner</span>
  return (
    <button
      type="button"
      className={styles['owner']}
      data-pictured={picture !== undefined || undefined}
      onClick={() => openOverlay({ kind: 'owner', owner })}
    >
      {picture === undefined ? null : <Avatar name={owner} src={getPictureUrl(owner)} size={picture} />}
      <span className={styles['name']}>{owner}</span>
    </button>
  )
}
