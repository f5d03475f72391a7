import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './comment-form.module.css'
import { MAX_TEXT_LENGTH } from './post-form.tsx'
import { useCreateComment } from './use-comments.ts'

type Props = { league: string; post: number }

/** Enter sends the comment; Shift+Enter starts a new line. */
export function CommentForm({ league, post }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const createComment = useCreateComment(league, post)
  const body = text.trim()
  // The form only opens on request, so the user wants to type right away.
  useEffect(() => textarea.current?.focus(), [])

  function send() {
    if (body === '') return
    setText('')
    // Restore the text when sending fails, unless the user has typed something else since then.
    createComment.mutate(body, { onError: () => setText((current) => current || body) })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Write a comment">
      <Field label="Your comment" isLabelHidden>
        {(control) => (
          <textarea
            {...control}
            ref={textarea}
            rows={1}
            maxLength={MAX_TEXT_LENGTH}
            placeholder="Write a comment"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <IconButton label="Send comment" className={styles['send'] ?? ''} disabled={body === ''} onClick={send}>
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
    </form>
  )
}
