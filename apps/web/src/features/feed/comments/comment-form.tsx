import { useQueryClient } from '@tanstack/react-query'
import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import type { ReplyTarget } from '../discussion.ts'
import { type Discussion, discussionKey } from '../discussion.ts'
import { useDraft } from '../draft.ts'
import { useCreateComment } from '../feed-actions.ts'
import { MentionCompletion } from '../mentions/mention-completion.tsx'
import { mayHaveSlowMode } from '../use-feed.ts'
import styles from './comment-form.module.css'

// Most leagues have no slow mode.
const SlowModeNote = lazyNamed(() => import('../moderation/slow-mode-note.tsx'), 'SlowModeNote')

type CommentFormProps = {
  league: string
  /** The display name of the current user. */
  user: string
  discussion: Discussion
  /** Whether the user has asked for the form and wants to type right away. */
  isFocused?: boolean
  /** The comment that the user replies to; null for a comment of its own. */
  replyTo: ReplyTarget | null
  /** Called when the reply is sent, or becomes a comment of its own. */
  onReplyEnd: () => void
}

/** Enter sends the comment; Shift+Enter starts a new line. */
export function CommentForm({
  league,
  user,
  discussion,
  isFocused = false,
  replyTo,
  onReplyEnd,
}: CommentFormProps) {
  const client = useQueryClient()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [showsSlowMode, setShowsSlowMode] = useState(false)
  const createComment = useCreateComment(league, discussion)
  const form = ['comment', ...discussionKey(discussion)].join(':')
  const draft = useDraft(league, form, (text) => {
    const sent = createComment.mutateAsync({ ...text, replyTo: replyTo?.id })
    onReplyEnd()
    return sent
  })
  const { value, setValue, isEmpty, send, submit, textareaProps } = draft
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
    <form className={styles.comment} onSubmit={submit} aria-label="Write a comment">
      {replyTo === null ? null : (
        <p className={styles.reply}>
          Reply to {replyTo.author}
          <IconButton label={`Cancel reply to ${replyTo.author}`} onClick={onReplyEnd}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </p>
      )}
      <Field label="Your comment" isLabelHidden>
        {(control) => (
          <textarea
            {...control}
            {...textareaProps}
            ref={textarea}
            rows={1}
            placeholder={replyTo === null ? 'Write a comment' : 'Write a reply'}
            onFocus={() => setShowsSlowMode(mayHaveSlowMode(client, league))}
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <MentionCompletion league={league} user={user} value={value} onChange={setValue} field={textarea} />
      <IconButton label="Send comment" className={styles.send} disabled={isEmpty} onClick={send}>
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
      {showsSlowMode ? (
        <Suspense fallback={null}>
          <SlowModeNote league={league} />
        </Suspense>
      ) : null}
    </form>
  )
}
