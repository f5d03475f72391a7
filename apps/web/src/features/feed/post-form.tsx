import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './forms.module.css'
import type { Post } from './use-feed.ts'
import { useCreatePost } from './use-posts.ts'

/** Signs that a post or comment has at most. Source: decisions, 8. */
export const MAX_TEXT_LENGTH = 5000

/** From here on it is said how many are left. */
const COUNTER_THRESHOLD = 4500

type Props = { league: string; onCreated: (post: Post) => void }

export function PostForm({ league, onCreated }: Props) {
  const [text, setText] = useState('')
  const post = useCreatePost(league, onCreated)
  const content = text.trim()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  function send() {
    if (content === '') return
    setText('')
    // What could not be sent is given back, unless something else is being written by now.
    post.mutate(content, { onError: () => setText((current) => current || content) })
  }

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <form className={`${styles['form']} ${styles['row']}`} onSubmit={submit} aria-label="Write a post">
      <Field
        label="Your post"
        isLabelHidden
        problem={getFieldErrors(post.error)['content']}
        {...(text.length > COUNTER_THRESHOLD ? { hint: remainingHint(text) } : {})}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={MAX_TEXT_LENGTH}
            placeholder="Say something to the league"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <div className={styles['end']}>
        <Button type="submit" variant="strong" disabled={content === ''}>
          Post
        </Button>
      </div>
    </form>
  )
}

function remainingHint(text: string): string {
  const left = MAX_TEXT_LENGTH - text.length
  return `${left} ${left === 1 ? 'character' : 'characters'} left`
}
