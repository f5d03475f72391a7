import {
  cleanMentions,
  type Mention,
  type MentionedText,
  shiftRanges,
} from '@fieldhouse/domain/league/mentions'
import type { SubmitEvent } from 'react'
import { TEXT_DRAFT, useStoredDraft } from './stored-draft.ts'

/** Maximum length of a post or comment in characters. Source: decisions, 8. */
export const MAX_TEXT_LENGTH = 5000

/** A text that was changed by typing, with the mentions that the change has left as they were. */
export function withText({ text: before, mentions }: MentionedText, text: string): MentionedText {
  return { text, mentions: shiftRanges(mentions, before, text) }
}

export function toMentionsField(mentions: readonly Mention[]): { mentions?: Mention[] } {
  return mentions.length === 0 ? {} : { mentions: [...mentions] }
}

/**
 * The text of a form, which is cleared when it is sent.
 * @param options whether the form can be sent without a text
 */
export function useDraft(
  league: string,
  form: string,
  sendText: (text: MentionedText) => Promise<unknown>,
  { canBeEmpty = false }: { canBeEmpty?: boolean } = {},
) {
  const [value, setValue, restore] = useStoredDraft(league, form, TEXT_DRAFT)
  const isEmpty = value.text.trim() === '' && !canBeEmpty

  function send() {
    if (isEmpty) return
    const sent = cleanMentions(value)
    setValue(TEXT_DRAFT.empty)
    // The form may be closed by then.
    sendText(sent).catch(() => restore(sent))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  return { value, setValue, isEmpty, send, submit }
}
