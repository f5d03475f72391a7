import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './comment-form.module.css'
import { MAX_TEXT_LENGTH } from './post-form.tsx'
import { useCreateComment } from './use-comments.ts'

type Props = { league: string; post: number }

/** Enter sends, Shift and Enter begin a line. */
export function CommentForm({ league, post }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const comment = useCreateComment(league, post)
  const body = text.trim()
  // The form is opened by someone who wants to write.
  useEffect(() => field.current?.focus(), [])

  function send() {
    if (body === '') return
    setText('')
    // What could not be sent is given back, unless something else is being written by now.
    comment.mutate(body, { onError: () => setText((current) => current || body) })
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
            ref={field}
            rows={1}
            maxLength={MAX_TEXT_LENGTH}
            placeholder="Write a comment"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <IconButton
        label="Send the comment"
        className={styles['send'] ?? ''}
        disabled={body === ''}
        onClick={send}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </IconButton>
    </form>
  )
}
