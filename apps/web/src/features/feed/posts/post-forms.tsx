import type { KeyboardEvent } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { MAX_TEXT_LENGTH, useDraft } from '../draft.ts'
import forms from '../forms.module.css'
import type { Post } from '../use-feed.ts'
import styles from './post-forms.module.css'
import { useCreatePost } from './use-posts.ts'

/** Texts longer than this show how many characters are left. */
const COUNTER_THRESHOLD = 4500

type PostFormProps = { league: string; user: string; onCreated: (post: Post) => void }

/** Ctrl+Enter or Command+Enter sends the post. */
export function PostForm({ league, user, onCreated }: PostFormProps) {
  const createPost = useCreatePost(league, user, onCreated)
  const { text, isEmpty, send, submit, textareaProps } = useDraft(league, 'post', createPost)

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
