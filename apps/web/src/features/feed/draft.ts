import { type ChangeEvent, type SubmitEvent, useState } from 'react'

/** Maximum length of a post or comment in characters. Source: decisions, 8. */
export const MAX_TEXT_LENGTH = 5000

/** The text of a form, which is cleared when it is sent. */
export function useDraft(mutate: (text: string, options: { onError: () => void }) => void) {
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
