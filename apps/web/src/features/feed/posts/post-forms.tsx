import { SendHorizontal } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { formatCount } from '../../../ui/format/count.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import forms from '../forms.module.css'
import type { Post } from '../use-feed.ts'
import styles from './post-forms.module.css'
import { useCreateComment, useCreatePost } from './use-posts.ts'

/** Maximum length of a post or comment in characters. Source: decisions, 8. */
const MAX_TEXT_LENGTH = 5000

/** Texts longer than this show how many characters are left. */
const COUNTER_THRESHOLD = 4500

type PostFormProps = { league: string; onCreated: (post: Post) => void }

/** Ctrl+Enter or Command+Enter sends the post. */
export function PostForm({ league, onCreated }: PostFormProps) {
  const createPost = useCreatePost(league, onCreated)
  const { text, isEmpty, send, submit, textareaProps } = useDraft(createPost.mutate)

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <form
      className={`${ui.stack12} ${forms.form} ${styles.post}`}
      onSubmit={submit}
      aria-label="Write a post"
    >
      <Field
        label="Your post"
        isLabelHidden
        problem={getFieldErrors(createPost.error)['content']}
        hint={text.length > COUNTER_THRESHOLD ? remainingHint(text) : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            {...textareaProps}
            rows={2}
            placeholder="Say something to your league"
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <div className={`${ui.row} ${forms.actions}`}>
        <Button type="submit" variant="strong" disabled={isEmpty}>
          Post
        </Button>
      </div>
    </form>
  )
}

function remainingHint(text: string): string {
  return `${formatCount(MAX_TEXT_LENGTH - text.length, 'character')} left`
}

type CommentFormProps = { league: string; post: number }

/** Enter sends the comment; Shift+Enter starts a new line. */
export function CommentForm({ league, post }: CommentFormProps) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const createComment = useCreateComment(league, post)
  const { isEmpty, send, submit, textareaProps } = useDraft(createComment.mutate)
  // The form only opens on request, so the user wants to type right away.
  useEffect(() => textarea.current?.focus(), [])

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
      <IconButton label="Send comment" className={styles.send} disabled={isEmpty} onClick={send}>
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
    </form>
  )
}

/** The text of a form, which is cleared when it is sent. */
function useDraft(mutate: (text: string, options: { onError: () => void }) => void) {
  const [text, setText] = useState('')
  const trimmedText = text.trim()

  function send() {
    if (trimmedText === '') return
    setText('')
    // Restore the text when sending fails, unless the user has typed something else since then.
    mutate(trimmedText, { onError: () => setText((current) => current || trimmedText) })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  const textareaProps = {
    maxLength: MAX_TEXT_LENGTH,
    value: text,
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value),
  }
  return { text, isEmpty: trimmedText === '', send, submit, textareaProps }
}
