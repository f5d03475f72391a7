import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useDraft } from '../draft.ts'
import { MentionCompletion } from '../mentions/mention-completion.tsx'
import styles from './comment-form.module.css'
import { type Discussion, discussionKey } from './discussion.ts'
import { useCreateComment } from './use-comments.ts'

type CommentFormProps = {
  league: string
  /** The display name of the current user. */
  user: string
  discussion: Discussion
  /** Whether the user has asked for the form and wants to type right away. */
  isFocused?: boolean
}

/** Enter sends the comment; Shift+Enter starts a new line. */
export function CommentForm({ league, user, discussion, isFocused = false }: CommentFormProps) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const createComment = useCreateComment(league, discussion)
  const form = ['comment', ...discussionKey(discussion)].join(':')
  const draft = useDraft(league, form, createComment.mutateAsync)
  const { value, setValue, isEmpty, send, submit, textareaProps } = draft
  useEffect(() => {
    if (isFocused) textarea.current?.focus()
  }, [isFocused])

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form className={styles.comment} onSubmit={submit} aria-label="Write a comment">
      <Field label="Your comment" isLabelHidden>
        {(control) => (
          <textarea
            {...control}
            {...textareaProps}
            ref={textarea}
            rows={1}
            placeholder="Write a comment"
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <MentionCompletion league={league} user={user} value={value} onChange={setValue} field={textarea} />
      <IconButton label="Send comment" className={styles.send} disabled={isEmpty} onClick={send}>
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
    </form>
  )
}
