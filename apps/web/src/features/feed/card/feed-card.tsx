import { ChevronUp, Pin, PinOff, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useFaces } from '../../../api/league-queries.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { useDeleteItem, usePinItem } from '../feed-actions.ts'
import { EditedMark } from '../posts/edits.tsx'
import { type FeedItem, type ItemType, itemKey } from '../use-feed.ts'
import styles from './feed-card.module.css'

export const loadMoreMenu = () => import('../moderation/more-menu.tsx')
export const MoreMenu = lazyNamed(loadMoreMenu, 'MoreMenu')

/** The props of every feed card. */
export type CardProps<Item extends FeedItem = FeedItem> = {
  item: Item
  league: string
  /** The display name of the current user. */
  user: string
  canPin: boolean
  /** Called after the user pins or unpins the item. */
  onPinned: () => void
  /** Called with the item's key before the item is deleted. */
  onDelete: (key: string) => void
  /** Opens the image or video with this key in the viewer. */
  onOpen: (key: string) => void
  /** Collapses the item, which is pinned, to one line. */
  onCollapse: () => void
}

type FeedCardProps = CardProps & {
  /** For example 'Post by Ada Quill'. */
  label: string
  editedAt?: string | undefined
  children: ReactNode
}

/** The frame of a feed item: author, time and buttons, then the content. */
export function FeedCard({ label, item, editedAt, children, ...actions }: FeedCardProps) {
  return (
    <CardFrame
      label={label}
      league={actions.league}
      item={item}
      editedAt={editedAt}
      pinned={item.pinned ? <PinnedMark item={item} onCollapse={actions.onCollapse} /> : null}
      actions={<ItemActions item={item} {...actions} />}
    >
      {children}
    </CardFrame>
  )
}

type PendingCardProps = { label: string; league: string; user: string; children: ReactNode }

/** The frame of an item that is still being sent to the server. */
export function PendingCard({ user, ...props }: PendingCardProps) {
  const item = { user, by_league: false, created_at: '' }
  return <CardFrame {...props} item={item} isPending />
}

type CardFrameProps = {
  label: string
  league: string
  item: Pick<FeedItem, 'user' | 'by_league' | 'created_at' | 'imported'>
  /** The mark of a pinned item. */
  pinned?: ReactNode
  /** Buttons at the right of the header. */
  actions?: ReactNode
  editedAt?: string | undefined
  isPending?: boolean
  children: ReactNode
}

function CardFrame({ label, league, item, editedAt, pinned, actions, isPending, children }: CardFrameProps) {
  const faceOf = useFaces(league)
  return (
    <article className={`${ui.card} ${styles.card}`} aria-label={label} aria-busy={isPending} tabIndex={-1}>
      <header className={styles.header}>
        <Avatar name={item.user} {...faceOf(item.user)} />
        <div className={styles.byline}>
          <p className={`${ui.twoLines} ${ui.strong}`}>
            {item.user}
            {item.by_league ? <span className={styles.tag}>League</span> : null}
            <ImportedMark imported={item.imported} />
          </p>
          <p className={styles.meta}>
            {isPending ? 'Sending…' : <RelativeTime at={item.created_at} />}
            <EditedMark at={editedAt} />
            {pinned}
          </p>
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </article>
  )
}

/** The mark is the button, too: there is no room for another one beside a name on a phone. */
function PinnedMark({ item: { type, user }, onCollapse }: Pick<CardProps, 'item' | 'onCollapse'>) {
  return (
    <button
      type="button"
      className={styles.pinned}
      aria-label={`Collapse pinned ${ITEM_NAMES[type](user)}`}
      aria-expanded="true"
      onClick={onCollapse}
    >
      <Pin size={14} aria-hidden="true" /> Pinned <ChevronUp size={14} aria-hidden="true" />
    </button>
  )
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
    consequence: "Votes, likes and comments will be deleted too. This can't be undone.",
  },
  media: {
    label: (user) => `Delete upload by ${user}`,
    question: 'Delete this upload?',
    consequence: "The file will be deleted for everyone, with its likes and comments. This can't be undone.",
  },
}

const ITEM_NAMES: Record<ItemType, (user: string) => string> = {
  post: (user) => `post by ${user}`,
  proposal: (user) => `proposal by ${user}`,
  media: (user) => `upload by ${user}`,
}

type ItemActionsProps = Pick<CardProps, 'league' | 'item' | 'canPin' | 'onPinned' | 'onDelete'>

/** The buttons of an item, as far as the user may use them. */
function ItemActions({ league, item, canPin, onPinned, onDelete }: ItemActionsProps) {
  const { type, user } = item
  return (
    <>
      <ShareButton
        label={`Share ${ITEM_NAMES[type](user)}`}
        title={`League Social: ${ITEM_NAMES[type](user)}`}
        to={{ post: itemKey(item), view: null }}
      />
      {canPin && item.type !== 'media' ? <PinButton league={league} item={item} onPinned={onPinned} /> : null}
      {item.can_delete || canPin ? (
        <DeleteItemButton league={league} item={item} onDelete={onDelete} />
      ) : null}
      {item.can_delete && !canPin ? null : (
        <Suspense fallback={null}>
          <MoreMenu league={league} content={{ kind: type, id: item.id }} name={ITEM_NAMES[type](user)} />
        </Suspense>
      )}
    </>
  )
}

/** Deletes an item. `onDelete` is called before, with the key of the item. */
export function DeleteItemButton({
  league,
  item,
  onDelete,
}: Pick<CardProps, 'league' | 'item' | 'onDelete'>) {
  const { type, id, user } = item
  const remove = useDeleteItem(league, type, id)
  const texts = DELETE_TEXTS[type]
  return (
    <DeleteButton
      {...texts}
      label={texts.label(user)}
      iconSize={18}
      onDelete={() => {
        onDelete(itemKey(item))
        remove.mutate()
      }}
    />
  )
}

type DeleteButtonProps = {
  label: string
  question: string
  consequence: string
  iconSize: number
  onDelete: () => void
}

/** Deletes a feed item or a comment after a confirmation. */
export function DeleteButton({ iconSize, onDelete, ...texts }: DeleteButtonProps) {
  return (
    <span className={styles.delete}>
      <ConfirmButton isIcon {...texts} confirmLabel="Delete" onConfirm={onDelete}>
        <Trash2 size={iconSize} aria-hidden="true" />
      </ConfirmButton>
    </span>
  )
}

type PinnableItem = Extract<FeedItem, { type: 'post' | 'proposal' }>

const PIN_LABELS: Record<
  PinnableItem['type'],
  { pin: (user: string) => string; unpin: (user: string) => string }
> = {
  post: { pin: (user) => `Pin post by ${user}`, unpin: (user) => `Unpin post by ${user}` },
  proposal: { pin: (user) => `Pin proposal by ${user}`, unpin: (user) => `Unpin proposal by ${user}` },
}

type PinButtonProps = { league: string; item: PinnableItem; onPinned: () => void }

function PinButton({ league, item: { type, id, user, pinned }, onPinned }: PinButtonProps) {
  const togglePin = usePinItem(league, type, id, onPinned)
  const labels = PIN_LABELS[type]
  return (
    <IconButton label={pinned ? labels.unpin(user) : labels.pin(user)} onClick={() => togglePin.mutate()}>
      {pinned ? <PinOff size={18} aria-hidden="true" /> : <Pin size={18} aria-hidden="true" />}
    </IconButton>
  )
}
