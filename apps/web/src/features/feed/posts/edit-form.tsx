import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { apiClient } from '../../../api/api-client.ts'
import { getErrorMessage, getFieldErrors, getNewerValues } from '../../../api/api-error.ts'
import { useNow } from '../../../api/server-clock.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import ui from '../../../ui/ui.module.css'
import { MAX_TEXT_LENGTH } from '../draft.ts'
import { updateComments, updateItem } from '../feed-cache.ts'
import { scheduleFeedRefetch } from '../feed-events.ts'
import { feedKey } from '../use-feed.ts'
import styles from './edit-form.module.css'
import { type EditableText, formatTimeLeft } from './edits.tsx'

type Props = { league: string; text: EditableText; onClose: () => void }

/** Ctrl+Enter or Command+Enter saves, and Escape cancels. */
export function EditForm({ league, text: { post, comment, text, edit }, onClose }: Props) {
  const client = useQueryClient()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(text)
  // What the author has read stays what it was, also when the text changes on another device meanwhile.
  const [version, setVersion] = useState(edit.version)
  const save = useMutation({
    mutationKey: [...feedKey(league), 'edit', post],
    mutationFn: () => sendEdit(client, league, { post, comment }, draft.trim(), version),
    onSuccess: onClose,
    onError: () => scheduleFeedRefetch(client, league),
  })
  const now = useNow(1000)
  const timeLeft = formatTimeLeft(edit.until, now)
  const newer = getNewerValues(save.error)
  const newerText = newer?.['content'] ?? newer?.['body']
  const canSave = draft.trim() !== '' && timeLeft !== null && !save.isPending
  useEffect(() => {
    textarea.current?.focus()
    textarea.current?.setSelectionRange(text.length, text.length)
  }, [text.length])

  function submit(event: SubmitEvent | KeyboardEvent) {
    event.preventDefault()
    if (canSave) save.mutate()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }

  function readNewer(change: { keepsDraft: boolean }) {
    setVersion(Number(newer?.['version']?.value ?? version))
    if (!change.keepsDraft) setDraft(String(newerText?.value ?? ''))
    save.reset()
  }

  const noun = comment === undefined ? 'post' : 'comment'
  return (
    <form className={ui.stack8} onSubmit={submit} aria-label={`Edit ${noun}`}>
      <Field label={`Edit your ${noun}`} isLabelHidden problem={Object.values(getFieldErrors(save.error))[0]}>
        {(control) => (
          <textarea
            {...control}
            ref={textarea}
            className={`${control.className} ${styles.text}`}
            maxLength={MAX_TEXT_LENGTH}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={handleKey}
          />
        )}
      </Field>
      {newerText === undefined ? null : (
        <Notice tone="warn">
          <div className={ui.stack8}>
            <p>You have edited this on another device: “{newerText.value}”</p>
            <div className={ui.row}>
              <Button onClick={() => readNewer({ keepsDraft: false })}>Continue with that</Button>
              <Button onClick={() => readNewer({ keepsDraft: true })}>Keep what is here</Button>
            </div>
          </div>
        </Notice>
      )}
      {save.isError && newer === null ? (
        <Notice tone="bad">{getErrorMessage(save.error, 'Failed to save.')}</Notice>
      ) : null}
      <div className={`${ui.row} ${styles.actions}`}>
        <span className={styles.note} role={timeLeft === null ? 'status' : undefined}>
          {timeLeft === null ? 'The 15 minutes for edits are over.' : `${timeLeft} to save`}
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="strong" disabled={!canSave || newerText !== undefined}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

/** Saves the text, and shows it wherever the post or comment is. */
async function sendEdit(
  client: QueryClient,
  league: string,
  { post: id, comment }: Pick<EditableText, 'post' | 'comment'>,
  text: string,
  version: number,
): Promise<void> {
  if (comment === undefined) {
    const { content, edit, edited_at } = await apiClient('POST /api/league/:league/social/posts/:id/edit/', {
      params: { league, id },
      body: { content: text, version },
    })
    updateItem(client, league, 'post', id, (post) => ({ ...post, content, edit, edited_at }))
    return
  }
  const edited = await apiClient('POST /api/league/:league/social/posts/:id/comments/:comment/edit/', {
    params: { league, id, comment },
    body: { body: text, version },
  })
  updateComments(client, league, { type: 'post', id }, (comments) =>
    comments.map((each) => (each.id === comment ? edited : each)),
  )
}
