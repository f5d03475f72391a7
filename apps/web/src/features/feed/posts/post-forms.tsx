import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, Suspense, use, useRef } from 'react'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import { MAX_TEXT_LENGTH, useDraft } from '../draft.ts'
import forms from '../forms.module.css'
import { ACCEPTED_TYPES } from '../media/uploads.ts'
import type { PostFiles } from '../media/use-post-files.ts'
import { MentionCompletion } from '../mentions/mention-completion.tsx'
import { mayQuote, QuotesContext } from '../quotes.ts'
import type { Post } from '../use-feed.ts'
import styles from './post-forms.module.css'
import { useCreatePost } from './use-posts.ts'

/** Texts longer than this show how many characters are left. */
const COUNTER_THRESHOLD = 4500

// Most posts are texts.
const PostFileList = lazyNamed(() => import('./post-file-list.tsx'), 'PostFileList')

type PostFormProps = { league: string; user: string; files: PostFiles; onCreated: (post: Post) => void }

/** Ctrl+Enter or Command+Enter sends the post. */
export function PostForm({ league, user, files, onCreated }: PostFormProps) {
  const createPost = useCreatePost(league, user, onCreated)
  const field = useRef<HTMLTextAreaElement>(null)
  const hasFiles = files.list.length > 0
  const { value, setValue, isEmpty, send, submit, textareaProps } = useDraft(
    league,
    'post',
    (draft) => createPost({ ...draft, media: files.take() }),
    { canBeEmpty: hasFiles },
  )
  const { text } = value
  const renderQuotes = use(QuotesContext)

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && files.isReady) send()
  }

  function addFiles({ target }: ChangeEvent<HTMLInputElement>) {
    files.add([...(target.files ?? [])])
    // Without this, selecting the same file again fires no change event.
    target.value = ''
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
            ref={field}
            rows={2}
            placeholder="Say something to your league"
            onKeyDown={sendOnEnter}
          />
        )}
      </Field>
      <MentionCompletion league={league} user={user} value={value} onChange={setValue} field={field} />
      {renderQuotes === null || !mayQuote(text) ? null : (
        <Suspense>{renderQuotes({ league, text, isDraft: true })}</Suspense>
      )}
      {hasFiles ? (
        <div className={styles.files}>
          <Suspense fallback={null}>
            <PostFileList files={files} />
          </Suspense>
        </div>
      ) : null}
      <div className={`${ui.row} ${forms.actions}`}>
        <label className={styles.addFiles}>
          <ImagePlus size={20} aria-hidden="true" />
          <span className={ui.hidden}>Add photos or videos</span>
          <input type="file" accept={ACCEPTED_TYPES} multiple onChange={addFiles} />
        </label>
        <Button type="submit" variant="strong" disabled={isEmpty || !files.isReady}>
          Post
        </Button>
      </div>
    </form>
  )
}

function remainingHint(text: string): string {
  return `${formatCount(MAX_TEXT_LENGTH - text.length, 'character')} left`
}
