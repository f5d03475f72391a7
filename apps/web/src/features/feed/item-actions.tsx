import { Pin, PinOff, Trash2 } from 'lucide-react'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './item-actions.module.css'
import { type FeedItem, type ItemType, itemKey } from './use-feed.ts'
import { useDeleteItem, usePinItem } from './use-item-actions.ts'

const TYPE_LABELS: Record<ItemType, string> = { post: 'post', proposal: 'proposal', media: 'upload' }

const DELETE_CONSEQUENCES: Record<ItemType, string> = {
  post: 'Its likes and comments go with it. This cannot be undone.',
  proposal: 'All its votes go with it. This cannot be undone.',
  media: 'The file is deleted for everyone. This cannot be undone.',
}

type Props = {
  league: string
  item: FeedItem
  canPin: boolean
  onPinned: () => void
  onDelete: (key: string) => void
}

/** What may be done with an item beside answering it. */
export function ItemActions({ league, item, canPin, onPinned, onDelete }: Props) {
  const { type, id } = item
  const remove = useDeleteItem(league, type, id)
  const name = `${TYPE_LABELS[type]} by ${item.user}`
  return (
    <>
      {canPin && type !== 'media' ? (
        <PinButton league={league} type={type} id={id} name={name} pinned={item.pinned} onPinned={onPinned} />
      ) : null}
      {item.can_delete ? (
        <span className={styles['delete']}>
          <ConfirmButton
            isIcon
            label={`Delete ${name}`}
            question={`Delete this ${TYPE_LABELS[type]}?`}
            consequence={DELETE_CONSEQUENCES[type]}
            confirmLabel="Delete"
            onConfirm={() => {
              onDelete(itemKey(item))
              remove.mutate()
            }}
          >
            <Trash2 size={18} aria-hidden="true" />
          </ConfirmButton>
        </span>
      ) : null}
    </>
  )
}

type PinButtonProps = {
  league: string
  type: 'post' | 'proposal'
  id: number
  name: string
  pinned: boolean
  onPinned: () => void
}

function PinButton({ league, type, id, name, pinned, onPinned }: PinButtonProps) {
  const pin = usePinItem(league, type, id, onPinned)
  return (
    <IconButton label={pinned ? `Unpin ${name}` : `Pin ${name}`} onClick={() => pin.mutate()}>
      {pinned ? <PinOff size={18} aria-hidden="true" /> : <Pin size={18} aria-hidden="true" />}
    </IconButton>
  )
}
