import type { Mentions } from '@fieldhouse/contract/feed/items'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '../../../api/server-clock.ts'
import { formatDateTime } from '../../../ui/format/date-time.ts'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import ui from '../../../ui/ui.module.css'
import type { Discussion } from '../discussion.ts'
import type { Viewer } from '../use-feed.ts'

export type EditableText = {
  /** The post, or what the comment is on. */
  discussion: Discussion
  /** Absent for a post. */
  comment?: number | undefined
  text: string
  mentions: Mentions | undefined
  edit: { until: string; version: number }
}

// Loaded on demand: few texts are edited.
const EditForm = lazyNamed(() => import('./edit-form.tsx'), 'EditForm')

type MaybeEditableText = Omit<EditableText, 'edit'> & { edit: EditableText['edit'] | undefined }

/** The form of a text while it is edited; otherwise the button that opens it, which then gets the focus back. */
export function useEditing(viewer: Viewer, { edit, ...text }: MaybeEditableText) {
  const [editing, setEditing] = useState<EditableText | null>(null)
  const [hasEdited, setHasEdited] = useState(false)
  function close() {
    setEditing(null)
    setHasEdited(true)
  }
  if (editing !== null) return { form: <EditForm {...viewer} text={editing} onClose={close} />, button: null }
  const button =
    edit === undefined ? null : (
      <EditButton
        label={text.comment === undefined ? 'Edit post' : 'Edit comment'}
        until={edit.until}
        isFocused={hasEdited}
        onEdit={() => setEditing({ ...text, edit })}
      />
    )
  return { form: null, button }
}

export function EditedMark({ at }: { at: string | undefined }) {
  if (at === undefined) return null
  return (
    <>
      {' '}
      <time className={ui.muted} dateTime={at} title={`Edited ${formatDateTime(new Date(at))}`}>
        edited
      </time>
    </>
  )
}

type EditButtonProps = {
  label: string
  until: string
  /** Whether the form has just made room for the button. */
  isFocused: boolean
  onEdit: () => void
}

function EditButton({ label, until, isFocused, onEdit }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The user may have gone on to something else while the text was being saved.
    if (isFocused && document.activeElement === document.body) button.current?.focus()
  }, [isFocused])
  const timeLeft = formatTimeLeft(until, useNow(1000))
  if (timeLeft === null) return null
  return (
    <button
      ref={button}
      type="button"
      className={ui.quietButton}
      aria-label={`${label}, ${timeLeft} left`}
      onClick={onEdit}
    >
      <Pencil size={16} aria-hidden="true" />
      {timeLeft}
    </button>
  )
}

/** '12 min', or '45 s' in the last minute. null when the time is over. */
export function formatTimeLeft(until: string, now: Date): string | null {
  const seconds = Math.ceil((Date.parse(until) - now.getTime()) / 1000)
  if (seconds <= 0) return null
  return seconds > 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`
}
