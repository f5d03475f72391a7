import type { ChangeEvent, SubmitEvent } from 'react'
import { TEXT_DRAFT, useStoredDraft } from './stored-draft.ts'

/** Maximum length of a post or comment in characters. Source: decisions, 8. */
export const MAX_TEXT_LENGTH = 5000

/** The text of a form, which is cleared when it is sent. */
export function useDraft(league: string, form: string, sendText: (text: string) => Promise<unknown>) {
  const [text, setText, restore] = useStoredDraft(league, form, TEXT_DRAFT)
  const trimmedText = text.trim()

  function send() {
    if (trimmedText === '') return
    setText('')
    // The form may be closed by then.
    sendText(trimmedText).catch(() => restore(trimmedText))
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
