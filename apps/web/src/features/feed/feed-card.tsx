import { ChevronUp, Heart, MessageCircle, Pin, PinOff } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useFaces } from '../../api/operations.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { ImportedMark } from '../../ui/display/marks.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { DeleteButton, ItemComments, type LongPress, ReactionBar } from './comments.tsx'
import styles from './feed.module.css'
import { useDeleteItem, usePinItem, useToggleLike } from './feed-actions.ts'
import { capitalize, MoreMenu } from './moderation/more-menu.tsx'
import { type FeedItem, type FeedViewer, ITEM_NOUNS, type ItemType, itemKey, itemName } from './use-feed.ts'
import { EditedMark } from './written-text.tsx'

export type CardProps<Item extends FeedItem = FeedItem> = FeedViewer & {
  item: Item
  /** Whether the item has the screen for itself, or the address names it. */
  isFull?: boolean
  onPinned: () => void
  /** Called with the item's key before the item is deleted. */
  onDelete: (key: string) => void
  onOpen: (key: string) => void
  onCollapse?: (() => void) | undefined
}

type FeedCardProps = CardProps & {
  label?: string
  buttons?: ReactNode
  children: ReactNode
}

/** The frame of a feed item: author, time, content and buttons. A long press opens the reactions. */
export function FeedCard({ label, item, buttons, children, ...props }: FeedCardProps) {
  const { league, user, isAdmin } = props
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const name = itemName(item)
  const { content: text, edited_at: editedAt } = item.type === 'post' ? item : {}
  return (
    <CardFrame
      {...{ league, item, editedAt }}
      label={label ?? capitalize(name)}
      pinned={item.pinned ? <PinnedMark name={name} onCollapse={props.onCollapse} /> : null}
      actions={
        <>
          <ShareButton
            label={`Share ${name}`}
            title={`League Social: ${name}`}
            to={{ post: itemKey(item), view: null }}
          />
          {item.can_delete && !isAdmin ? null : (
            <MoreMenu league={league} content={{ kind: item.type, id: item.id }} name={name} />
          )}
        </>
      }
      onLongPress={item.type === 'proposal' ? undefined : setPressedAt}
    >
      {children}
      <ItemFooter
        {...{ league, user, isAdmin, item, text }}
        pressedAt={pressedAt}
        onReacted={() => setPressedAt(null)}
      >
        {buttons}
        {isAdmin && item.type !== 'media' ? (
          <PinButton league={league} item={item} onPinned={props.onPinned} />
        ) : null}
        <DeleteItemButton {...{ league, isAdmin, item }} onDelete={props.onDelete} />
      </ItemFooter>
    </CardFrame>
  )
}

type CardFrameProps = {
  label: string
  league: string
  item: Pick<FeedItem, 'user' | 'by_league' | 'created_at' | 'imported'>
  pinned?: ReactNode
  actions?: ReactNode
  editedAt?: string | undefined
  isPending?: boolean
  onLongPress?: ((y: number) => void) | undefined
  children: ReactNode
}

export function CardFrame({ label, league, item, editedAt, pinned, actions, ...props }: CardFrameProps) {
  const faceOf = useFaces(league)
  const press = useLongPress(props.onLongPress)
  return (
    <Stack
      {...press}
      as="article"
      gap={2}
      className={`${ui.card} ${styles.card}`}
      aria-label={label}
      aria-busy={props.isPending}
      tabIndex={-1}
    >
      <Row as="header">
        <Avatar name={item.user} {...faceOf(item.user)} />
        <Fill className={styles.byline}>
          <Text as="p" weight={600} lines={2}>
            {item.user}
            {item.by_league ? <span className={ui.mark}>League</span> : null}
            <ImportedMark imported={item.imported} />
          </Text>
          <p className={ui.note}>
            {props.isPending ? 'Sending…' : <RelativeTime at={item.created_at} />}
            <EditedMark at={editedAt} /> {pinned}
          </p>
        </Fill>
        {actions === undefined ? null : (
          <Row gap={0} className={styles.actions}>
            {actions}
          </Row>
        )}
      </Row>
      {props.children}
    </Stack>
  )
}

/** The mark is the button, too: there is no room for another one beside a name on a phone. */
function PinnedMark({ name, onCollapse }: { name: string; onCollapse: (() => void) | undefined }) {
  const mark = <Pin size={14} aria-hidden="true" />
  if (onCollapse === undefined) return <span className={styles.pinned}>{mark} Pinned</span>
  return (
    <button
      type="button"
      className={styles.pinned}
      aria-label={`Collapse pinned ${name}`}
      aria-expanded="true"
      onClick={onCollapse}
    >
      {mark} Pinned <ChevronUp size={14} aria-hidden="true" />
    </button>
  )
}

const CONSEQUENCES: Record<ItemType, string> = {
  post: "Likes and comments will be deleted too. This can't be undone.",
  proposal: "Votes, likes and comments will be deleted too. This can't be undone.",
  media: "The file will be deleted for everyone, with its likes and comments. This can't be undone.",
}

type DeleteItemButtonProps = Pick<CardProps, 'league' | 'isAdmin' | 'item' | 'onDelete'>

/** Only for those who may. `onDelete` is called before, with the key of the item. */
export function DeleteItemButton({ league, isAdmin, item, onDelete }: DeleteItemButtonProps) {
  const { type, id } = item
  const remove = useDeleteItem(league, type, id)
  if (!item.can_delete && !isAdmin) return null
  return (
    <DeleteButton
      label={`Delete ${itemName(item)}`}
      question={`Delete this ${ITEM_NOUNS[type]}?`}
      consequence={CONSEQUENCES[type]}
      iconSize={18}
      onDelete={() => {
        onDelete(itemKey(item))
        remove.mutate()
      }}
    />
  )
}

type PinnableItem = Extract<FeedItem, { type: 'post' | 'proposal' }>
type PinButtonProps = { league: string; item: PinnableItem; onPinned: () => void }

function PinButton({ league, item, onPinned }: PinButtonProps) {
  const togglePin = usePinItem(league, item.type, item.id, onPinned)
  return (
    <IconButton
      icon={item.pinned ? PinOff : Pin}
      iconSize={18}
      label={`${item.pinned ? 'Unpin' : 'Pin'} ${itemName(item)}`}
      onClick={() => togglePin.mutate()}
    />
  )
}

const PRESS_MS = 450
const MAX_MOVE_PX = 10

const CONTROLS = 'a, button, input, textarea, label, summary, video, [data-no-press]'

function useLongPress(onPress: ((y: number) => void) | undefined) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null)
  function cancel() {
    window.clearTimeout(press.current?.timer)
    press.current = null
  }
  if (onPress === undefined) return {}
  return {
    onPointerDown: ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch' || !isPrimary || (target as Element).closest(CONTROLS) !== null) return
      press.current = { timer: window.setTimeout(() => onPress(y), PRESS_MS), x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  }
}

type Props = FeedViewer &
  LongPress & {
    item: FeedItem
    children?: ReactNode
  }

export function ItemFooter({ item, text, pressedAt, onReacted, children, ...viewer }: Props) {
  const { league } = viewer
  const toggleLike = useToggleLike(league, item.type, item.id)
  const [isCommenting, setCommenting] = useState(false)
  const { likes_count: likes, comments_count: comments } = item
  return (
    <>
      <Row wraps gap={0} className={styles.footer}>
        <button
          type="button"
          className={`${ui.quietButton} ${styles.like}`}
          aria-pressed={item.liked}
          aria-label={`Like, ${formatCount(likes, 'like')}`}
          onClick={() => toggleLike.mutate()}
        >
          <Heart size={18} aria-hidden="true" />
          <Count count={likes} labelOfZero="Like" />
        </button>
        <button
          type="button"
          className={ui.quietButton}
          aria-expanded={isCommenting}
          aria-label={`Comment, ${formatCount(comments, 'comment')}`}
          onClick={() => setCommenting(!isCommenting)}
        >
          <MessageCircle size={18} aria-hidden="true" />
          <Count count={comments} labelOfZero="Comment" />
        </button>
        {item.type === 'proposal' ? null : (
          <ReactionBar
            {...{ league, text, pressedAt, onReacted }}
            subject={{ type: item.type, id: item.id }}
            name={`${item.type === 'post' ? 'post' : item.kind} by ${item.user}`}
            given={item}
          />
        )}
        {children}
      </Row>
      <ItemComments {...viewer} item={item} isWriting={isCommenting} />
    </>
  )
}

function Count({ count, labelOfZero }: { count: number; labelOfZero: string }) {
  return count === 0 ? (
    labelOfZero
  ) : (
    <Text isNumeric weight={600}>
      {count.toLocaleString('en')}
    </Text>
  )
}
