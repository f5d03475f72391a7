import { Pin, PinOff, Trash2 } from 'lucide-react'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './item-actions.module.css'
import { type FeedItem, type ItemType, itemKey } from './use-feed.ts'
import { useDeleteItem, usePinItem } from './use-item-actions.ts'

type PinnableType = Exclude<ItemType, 'media'>

const PIN_LABELS: Record<PinnableType, { pin: (user: string) => string; unpin: (user: string) => string }> = {
  post: { pin: (user) => `Pin post by ${user}`, unpin: (user) => `Unpin post by ${user}` },
  proposal: { pin: (user) => `Pin proposal by ${user}`, unpin: (user) => `Unpin proposal by ${user}` },
}

type DeleteTexts = { label: (user: string) => string; question: string; consequence: string }

const DELETE_TEXTS: Record<ItemType, DeleteTexts> = {
  post: {
    label: (user) => `Delete post by ${user}`,
    question: 'Delete this post?',
    consequence: "Likes and comments will be deleted too. This can't be undone.",
  },
  proposal: {
    label: (user) => `Delete proposal by ${user}`,
    question: 'Delete this proposal?',
    consequence: "All votes will be deleted too. This can't be undone.",
  },
  media: {
    label: (user) => `Delete upload by ${user}`,
    question: 'Delete this upload?',
    consequence: "The file will be deleted for everyone. This can't be undone.",
  },
}

type Props = {
  league: string
  item: FeedItem
  canPin: boolean
  onPinned: () => void
  onDelete: (key: string) => void
}

/** The pin and delete buttons of an item, as far as the user may use them. */
export function ItemActions({ league, item, canPin, onPinned, onDelete }: Props) {
  const { type, id, user } = item
  const remove = useDeleteItem(league, type, id)
  const deleteTexts = DELETE_TEXTS[type]
  return (
    <>
      {canPin && type !== 'media' ? (
        <PinButton league={league} type={type} id={id} user={user} pinned={item.pinned} onPinned={onPinned} />
      ) : null}
      {item.can_delete ? (
        <span className={styles['delete']}>
          <ConfirmButton
            isIcon
            label={deleteTexts.label(user)}
            question={deleteTexts.question}
            consequence={deleteTexts.consequence}
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
  type: PinnableType
  id: number
  user: string
  pinned: boolean
  onPinned: () => void
}

function PinButton({ league, type, id, user, pinned, onPinned }: PinButtonProps) {
  const togglePin = usePinItem(league, type, id, onPinned)
  const labels = PIN_LABELS[type]
  return (
    <IconButton label={pinned ? labels.unpin(user) : labels.pin(user)} onClick={() => togglePin.mutate()}>
      {pinned ? <PinOff size={18} aria-hidden="true" /> : <Pin size={18} aria-hidden="true" />}
    </IconButton>
  )
}
