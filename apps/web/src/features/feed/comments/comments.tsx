import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useFaces } from '../../../api/league-queries.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { RichText } from '../../../ui/display/rich-text.tsx'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Fill, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { DeleteButton } from '../card/delete-button.tsx'
import { ReactionBar } from '../card/reaction-bar.tsx'
import { commentsQuery, type Discussion, discussionKey, type ReplyTarget, toThreads } from '../discussion.ts'
import { useDraft } from '../draft.ts'
import styles from '../feed.module.css'
import { useCreateComment, useDeleteComment, usePendingComments } from '../feed-actions.ts'
import { MentionField } from '../mentions/mention-completion.tsx'
import { MentionText } from '../mentions/mention-text.tsx'
import { ModeratedComment } from '../moderation/moderated.tsx'
import { MoreMenu } from '../moderation/more-menu.tsx'
import { SlowModeNote } from '../moderation/slow-mode-note.tsx'
import { EditedMark, useEditing } from '../posts/edits.tsx'
import { type Comment, type FeedItem, type FeedViewer, mayHaveSlowMode, type Viewer } from '../use-feed.ts'

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
    <div className={styles.comments} data-no-press>
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
    </div>
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
    <CommentItem
      {...viewer}
      comment={comment}
      canDelete={comment.can_delete || isAdmin}
      isOwn={comment.can_delete && !isAdmin && viewer.discussion.type !== 'trade'}
      onReply={() => onReply(comment)}
    />
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
  canDelete: boolean
  isOwn: boolean
  onReply: () => void
}

function CommentItem({ discussion, comment, canDelete, isOwn, onReply, ...viewer }: CommentItemProps) {
  const { league } = viewer
  const remove = useDeleteComment(league, discussion)
  const { id, author, body, mentions, reply_to: replyTo, edit } = comment
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
          {isOwn ? null : (
            <MoreMenu
              league={league}
              content={{ kind: 'comment', id }}
              name={`comment by ${author}`}
              iconSize={16}
            />
          )}
          {canDelete ? (
            <DeleteButton
              label={`Delete comment by ${author}`}
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
      <div className={styles.footer}>
        <ReactionBar
          league={league}
          subject={{ discussion, comment: id }}
          name={`comment by ${author}`}
          given={comment}
        />
        <button type="button" className={ui.quietButton} aria-label={`Reply to ${author}`} onClick={onReply}>
          Reply
        </button>
        {button}
      </div>
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
