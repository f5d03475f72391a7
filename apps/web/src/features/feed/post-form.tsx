import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format/count.ts'
import styles from './forms.module.css'
import type { Post } from './use-feed.ts'
import { useCreatePost } from './use-posts.ts'

/** Maximum length of a post or comment in characters. Source: decisions, 8. */
export const MAX_TEXT_LENGTH = 5000

/** Texts longer than this show how many characters are left. */
const COUNTER_THRESHOLD = 4500

type Props = { league: string; onCreated: (post: Post) => void }

export function PostForm({ league, onCreated }: Props) {
  const [text, setText] = useState('')
  const createPost = useCreatePost(league, onCreated)
  const content = text.trim()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  function send() {
    if (content === '') return
    setText('')
    // Restore the text when sending fails, unless the user has typed something else since then.
    createPost.mutate(content, { onError: () => setText((current) => current || content) })
  }

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }

  return (
    <form className={`${styles['form']} ${styles['row']}`} onSubmit={submit} aria-label="Write a post">
      <Field
        label="Your post"
        isLabelHidden
        problem={getFieldErrors(createPost.error)['content']}
        {...(text.length > COUNTER_THRESHOLD ? { hint: remainingHint(text) } : {})}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={MAX_TEXT_LENGTH}
            placeholder="Say something to your league"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <div className={styles['actions']}>
        <Button type="submit" variant="strong" disabled={content === ''}>
          Post
        </Button>
      </div>
    </form>
  )
}

function remainingHint(text: string): string {
  return `${formatCount(MAX_TEXT_LENGTH - text.length, 'character')} left`
}
