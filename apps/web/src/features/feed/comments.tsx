import { REACTION_NAMES, REACTIONS, type Reaction } from '@fieldhouse/domain/league/reactions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, SendHorizontal, SmilePlus, Trash2, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useFaces } from '../../api/operations.ts'
import { useCopy } from '../../router/sharing.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { ImportedMark } from '../../ui/display/marks.tsx'
import { RichText } from '../../ui/display/rich-text.tsx'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { useDraft } from './draft.ts'
import styles from './feed.module.css'
import {
  type ReactionSubject,
  useCreateComment,
  useDeleteComment,
  usePendingComments,
  useReact,
} from './feed-actions.ts'
import { ModeratedComment, SlowModeNote } from './moderation/moderated.tsx'
import { MoreMenu } from './moderation/more-menu.tsx'
import {
  type Comment,
  commentsQuery,
  type Discussion,
  discussionKey,
  type FeedItem,
  type FeedViewer,
  mayHaveSlowMode,
  type ReplyTarget,
  toThreads,
  type Viewer,
} from './use-feed.ts'
import { EditedMark, MentionField, MentionText, useEditing } from './written-text.tsx'

type ItemCommentsProps = FeedViewer & { item: FeedItem; isWriting: boolean }

export function ItemComments({ league, item, user, isAdmin, isWriting }: ItemCommentsProps) {
  const { type, id, comments_preview: preview, comments_count: count } = item
  const viewer = { league, discussion: { type, id }, user }
  const [showsAll, setShowsAll] = useState(false)
  const [replyTo, setReplyTo] = useState<ReplyTarget | null>(null)
  const allComments = useQuery({ ...commentsQuery(league, viewer.discussion), enabled: showsAll })
  const pendingComments = usePendingComments(league, viewer.discussion)
  const renderList = (comments: readonly Comment[]) => (
    <CommentList {...viewer} comments={comments} isAdmin={isAdmin} onReply={setReplyTo} />
  )
  if (count === 0 && pendingComments.length === 0 && !isWriting) return null
  return (
    <Stack gap={2} className={styles.comments} data-no-press>
      {count > preview.length || showsAll ? (
        <Button
          variant="quiet"
          className={styles.viewAll}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show newest only' : `View all ${count.toLocaleString('en')}`}
        </Button>
      ) : null}
      {showsAll ? (
        <Loaded query={allComments} errorTitle="Failed to load comments" skeleton={renderList(preview)}>
          {({ comments }) => renderList(comments)}
        </Loaded>
      ) : (
        renderList(preview)
      )}
      <PendingComments {...viewer} />
      {isWriting || replyTo !== null ? (
        <CommentForm {...viewer} isFocused replyTo={replyTo} onReplyEnd={() => setReplyTo(null)} />
      ) : null}
    </Stack>
  )
}

type DiscussionProps = Viewer & { discussion: Discussion }

export function Comments(viewer: DiscussionProps) {
  const query = useQuery(commentsQuery(viewer.league, viewer.discussion))
  const [replyTo, setReplyTo] = useState<ReplyTarget | null>(null)
  return (
    <Loaded query={query} errorTitle="Failed to load comments" name="the comments" rows={2} height={56}>
      {({ comments }) => (
        <Stack gap={3}>
          {comments.length === 0 ? <p className={ui.note}>No comments yet.</p> : null}
          <CommentList {...viewer} comments={comments} onReply={setReplyTo} />
          <PendingComments {...viewer} />
          <CommentForm {...viewer} replyTo={replyTo} onReplyEnd={() => setReplyTo(null)} />
        </Stack>
      )}
    </Loaded>
  )
}

type ListProps = DiscussionProps & {
  comments: readonly Comment[]
  isAdmin?: boolean
  onReply: (comment: ReplyTarget) => void
}

function CommentList({ comments, isAdmin = false, onReply, ...viewer }: ListProps) {
  if (comments.length === 0) return null
  const renderComment = (comment: Comment) => (
    <CommentItem {...viewer} comment={comment} isAdmin={isAdmin} onReply={() => onReply(comment)} />
  )
  return (
    <Stack as="ul" gap={2}>
      {toThreads(comments).map(({ comment, replies }) => (
        <Stack as="li" gap={2} key={comment.id}>
          {renderComment(comment)}
          {replies.length === 0 ? null : (
            <Stack as="ul" gap={2} className={styles.replies} aria-label={`Replies to ${comment.author}`}>
              {replies.map((reply) => (
                <li key={reply.id}>{renderComment({ ...reply, reply_to: undefined })}</li>
              ))}
            </Stack>
          )}
        </Stack>
      ))}
    </Stack>
  )
}

function PendingComments({ league, discussion, user }: DiscussionProps) {
  const pendingComments = usePendingComments(league, discussion)
  if (pendingComments.length === 0) return null
  return (
    <Stack as="ul" gap={2} aria-busy="true">
      {pendingComments.map(({ key, text }) => (
        <li key={key}>
          <CommentFrame league={league} author={user} note="Sending…">
            <p className={ui.prose}>
              <RichText>{text}</RichText>
            </p>
          </CommentFrame>
        </li>
      ))}
    </Stack>
  )
}

type FrameProps = {
  league: string
  author: string
  note: ReactNode
  wrap?: (content: ReactNode) => ReactNode
  actions?: ReactNode
  children: ReactNode
}

function CommentFrame({ league, author, note, wrap = (content) => content, actions, children }: FrameProps) {
  const faceOf = useFaces(league)
  return (
    <Row align="start">
      <Avatar name={author} size="xs" {...faceOf(author)} />
      <Fill>
        {wrap(
          <>
            <Text as="p" size="s" className={ui.breakable}>
              <span className={ui.strong}>{author}</span> <span className={ui.muted}>{note}</span>
            </Text>
            {children}
          </>,
        )}
      </Fill>
      {actions}
    </Row>
  )
}

type CommentItemProps = DiscussionProps & {
  comment: Comment
  isAdmin: boolean
  onReply: () => void
}

function CommentItem({ discussion, comment, isAdmin, onReply, ...viewer }: CommentItemProps) {
  const { league } = viewer
  const remove = useDeleteComment(league, discussion)
  const { id, author, body, mentions, reply_to: replyTo, edit } = comment
  const name = `comment by ${author}`
  const { form, button } = useEditing(viewer, { discussion, comment: id, text: body, mentions, edit })
  const text = (
    <p className={ui.prose}>
      <MentionText {...viewer} text={body} mentions={mentions} />
    </p>
  )
  return (
    <CommentFrame
      league={league}
      author={author}
      note={
        <>
          {replyTo === undefined ? null : `to ${replyTo.author} `}
          <RelativeTime at={comment.created_at} />
          <EditedMark at={comment.edited_at} />
          <ImportedMark imported={comment.imported} />
        </>
      }
      wrap={(content) => <ModeratedComment comment={comment}>{content}</ModeratedComment>}
      actions={
        <Row gap={0} className={styles.commentActions}>
          {comment.can_delete && !isAdmin && discussion.type !== 'trade' ? null : (
            <MoreMenu league={league} content={{ kind: 'comment', id }} name={name} iconSize={16} />
          )}
          {comment.can_delete || isAdmin ? (
            <DeleteButton
              label={`Delete ${name}`}
              question="Delete this comment?"
              consequence="This can't be undone."
              iconSize={16}
              onDelete={() => remove.mutate(id)}
            />
          ) : null}
        </Row>
      }
    >
      <Suspense fallback={text}>{form ?? text}</Suspense>
      <Row wraps gap={0} className={styles.footer}>
        <ReactionBar league={league} subject={{ discussion, comment: id }} name={name} given={comment} />
        <button type="button" className={ui.quietButton} aria-label={`Reply to ${author}`} onClick={onReply}>
          Reply
        </button>
        {button}
      </Row>
    </CommentFrame>
  )
}

type CommentFormProps = DiscussionProps & {
  isFocused?: boolean
  replyTo: ReplyTarget | null
  onReplyEnd: () => void
}

function CommentForm({ discussion, isFocused = false, replyTo, onReplyEnd, ...viewer }: CommentFormProps) {
  const { league } = viewer
  const client = useQueryClient()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [showsSlowMode, setShowsSlowMode] = useState(false)
  const createComment = useCreateComment(league, discussion)
  const form = ['comment', ...discussionKey(discussion)].join(':')
  const { value, setValue, isEmpty, send, submit } = useDraft(league, form, (text) => {
    const sent = createComment.mutateAsync({ ...text, replyTo: replyTo?.id })
    onReplyEnd()
    return sent
  })
  useEffect(() => {
    if (isFocused || replyTo !== null) textarea.current?.focus()
  }, [isFocused, replyTo])

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key === 'Escape' && replyTo !== null) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form className={styles.commentForm} onSubmit={submit} aria-label="Write a comment">
      {replyTo === null ? null : (
        <Row as="p" gap={0} isSpread className={`${ui.note} ${styles.replyTo}`}>
          Reply to {replyTo.author}
          <IconButton
            icon={X}
            iconSize={16}
            label={`Cancel reply to ${replyTo.author}`}
            onClick={onReplyEnd}
          />
        </Row>
      )}
      <MentionField
        {...viewer}
        ref={textarea}
        label="Your comment"
        rows={1}
        placeholder={replyTo === null ? 'Write a comment' : 'Write a reply'}
        value={value}
        onChange={setValue}
        onFocus={() => setShowsSlowMode(mayHaveSlowMode(client, league))}
        onKeyDown={sendOnEnter}
      />
      <IconButton
        icon={SendHorizontal}
        label="Send comment"
        className={styles.send}
        disabled={isEmpty}
        onClick={send}
      />
      {showsSlowMode ? <SlowModeNote league={league} /> : null}
    </form>
  )
}

const PALETTE_ABOVE_PX = 72

export type LongPress = {
  /** To copy. */
  text?: string | undefined
  /** Where on the screen a long press asks for the reactions; null without one. */
  pressedAt?: number | null | undefined
  onReacted?: (() => void) | undefined
}

type Props = LongPress & {
  league: string
  subject: ReactionSubject
  name: string
  given: Pick<Comment, 'reactions' | 'my_reactions'>
}

/** A button to react, and the reactions with their counts. The names of who reacted are tooltips, and read aloud. */
export function ReactionBar({ league, subject, name, given: all, ...picker }: Props) {
  const react = useReact(league, subject)
  const { reactions = [], my_reactions: mine = [] } = all
  const toggle = (reaction: Reaction) => react.mutate({ reaction, on: !mine.includes(reaction) })
  return (
    <>
      <ReactionPicker {...picker} name={name} mine={mine} onToggle={toggle} />
      {reactions.map((given) => (
        <CountButton
          key={given.reaction}
          {...given}
          isMine={mine.includes(given.reaction)}
          onToggle={() => toggle(given.reaction)}
        />
      ))}
    </>
  )
}

type CountButtonProps = NonNullable<Comment['reactions']>[number] & { isMine: boolean; onToggle: () => void }

/** The names show while the pointer or the focus is on it, so a tap shows them too. */
function CountButton({ reaction, count, names, isMine, onToggle }: CountButtonProps) {
  const id = useId()
  const { emoji, label } = REACTIONS[reaction]
  const others = count - names.length
  const people = others > 0 ? [...names, formatCount(others, 'other')] : names
  return (
    <span>
      <button
        type="button"
        className={`${ui.quietButton} ${styles.reaction}`}
        aria-pressed={isMine}
        aria-label={`${label}, ${count.toLocaleString('en')}`}
        aria-describedby={id}
        onClick={onToggle}
      >
        <span aria-hidden="true">{emoji}</span> {count.toLocaleString('en')}
      </button>
      <span id={id} className={`${ui.floats} ${styles.names}`} role="tooltip">
        {people.join(', ')}
      </span>
    </span>
  )
}

type PickerProps = LongPress & {
  name: string
  mine: readonly Reaction[]
  onToggle: (reaction: Reaction) => void
}

function ReactionPicker({ name, mine, onToggle, text = '', pressedAt = null, onReacted }: PickerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const { copied, copy } = useCopy(text)
  const CopyIcon = copied === true ? Check : Copy
  const isOpen = wasOpened || pressedAt !== null
  function hide() {
    setOpened(false)
    onReacted?.()
  }

  const handleOutside = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && frame.current?.contains(target) === false) hide()
  })
  useEffect(() => {
    if (!isOpen) return
    frame.current?.querySelector<HTMLElement>('[data-emoji]')?.focus({ preventScroll: true })
    const closeOutside = (event: PointerEvent) => handleOutside(event)
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close() {
    hide()
    frame.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true })
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Escape' && isOpen) close()
    if (step === undefined) return
    const buttons = [...(frame.current?.querySelectorAll<HTMLElement>('[data-emoji]') ?? [])]
    const index = buttons.indexOf(event.target as HTMLElement)
    buttons[(index + step + buttons.length) % buttons.length]?.focus()
  }

  return (
    <div ref={frame} className={styles.picker}>
      <button
        type="button"
        className={ui.quietButton}
        aria-label={`React to ${name}`}
        aria-haspopup="true"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpened(true))}
        onKeyDown={handleKey}
      >
        <SmilePlus size={18} aria-hidden="true" />
      </button>
      {isOpen ? (
        <div
          className={`${ui.floats} ${styles.palette}`}
          role="toolbar"
          aria-label="Choose a reaction"
          data-pressed={pressedAt === null ? undefined : true}
          style={
            pressedAt === null ? undefined : { top: Math.max(PALETTE_ABOVE_PX, pressedAt) - PALETTE_ABOVE_PX }
          }
        >
          {REACTION_NAMES.map((reaction, index) => (
            <IconButton
              key={reaction}
              data-emoji
              className={styles.emoji}
              tabIndex={index === 0 ? 0 : -1}
              aria-pressed={mine.includes(reaction)}
              label={REACTIONS[reaction].label}
              onKeyDown={handleKey}
              onClick={() => {
                onToggle(reaction)
                close()
              }}
            >
              <span aria-hidden="true">{REACTIONS[reaction].emoji}</span>
            </IconButton>
          ))}
          {text === '' ? null : (
            <IconButton
              data-emoji
              className={styles.emoji}
              icon={CopyIcon}
              iconSize={18}
              label={copied === true ? 'Text copied' : 'Copy text'}
              tabIndex={-1}
              onKeyDown={handleKey}
              onClick={copy}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}

type DeleteTexts = Record<'label' | 'question' | 'consequence', string>
type DeleteButtonProps = DeleteTexts & { iconSize: number; onDelete: () => void }

export function DeleteButton({ iconSize, onDelete, ...texts }: DeleteButtonProps) {
  return (
    <span className={styles.delete}>
      <ConfirmButton isIcon {...texts} confirmLabel="Delete" onConfirm={onDelete}>
        <Trash2 size={iconSize} aria-hidden="true" />
      </ConfirmButton>
    </span>
  )
}
