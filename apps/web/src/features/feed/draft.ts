import {
  cleanMentions,
  type Mention,
  type MentionedText,
  shiftRanges,
} from '@fieldhouse/domain/league/mentions'
import { type SubmitEvent, useState } from 'react'
import { draftKey, parseStored, readStorage, writeStorage } from '../../storage/browser-storage.ts'

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

export type DraftFormat<Draft> = {
  empty: Draft
  /** The text to store; null for a draft that need not be kept. */
  toText: (draft: Draft) => string | null
  /** Returns null for a text that another version has stored and this one cannot read. */
  fromText: (text: string) => Draft | null
}

/** Between the mentions of a draft and its text. Nobody can type it. */
const SEPARATOR = '\0'

/** A text without mentions is stored as it is. The text comes last, so that others can add to it. */
export const TEXT_DRAFT: DraftFormat<MentionedText> = {
  empty: { text: '', mentions: [] },
  toText: ({ text, mentions }) =>
    mentions.length === 0 ? text || null : JSON.stringify(mentions) + SEPARATOR + text,
  fromText: (stored) => {
    const end = stored.indexOf(SEPARATOR)
    const text = stored.slice(end + 1)
    const mentions = end < 0 ? [] : parseMentions(parseStored(stored.slice(0, end)))
    return { text, mentions: mentions.filter(({ start, length }) => start + length <= text.length) }
  },
}

/** Whether something stored is an object with a text under each of the names. */
export function hasTexts(stored: unknown, names: readonly string[]): boolean {
  const values = stored as Readonly<Record<string, unknown>> | null
  return names.every((name) => typeof values?.[name] === 'string')
}

/** The mentions that the app has stored with a text; none if another version has stored something else. */
export function parseMentions(stored: unknown): readonly Mention[] {
  if (!Array.isArray(stored)) return []
  const mentions = stored as readonly Partial<Mention>[]
  const isMention = (mention: Partial<Mention>): mention is Mention =>
    ['member', 'team'].includes(String(mention.kind)) &&
    [mention.id, mention.start, mention.length].every((each) => Number.isInteger(each))
  return mentions.every(isMention) ? mentions : []
}

/**
 * What the user is writing in a form of a league. It survives a reload, also offline, until it is sent or the user
 * signs out.
 * `restore` puts back what could not be sent, unless the user has written something else.
 * @param form names the form within the league, such as `comment:7`
 */
export function useStoredDraft<Draft>(
  league: string,
  form: string,
  { empty, toText, fromText }: DraftFormat<Draft>,
): [draft: Draft, setDraft: (draft: Draft) => void, restore: (draft: Draft) => void] {
  const key = draftKey(league, form)
  function readDraft(): Draft {
    const stored = readStorage(localStorage, key)
    return stored === null ? empty : (fromText(stored) ?? empty)
  }

  const [state, setState] = useState(() => ({ key, draft: readDraft() }))
  // The same form may go on to another item.
  const { draft } = state.key === key ? state : { draft: readDraft() }

  return [
    draft,
    (next) => {
      writeStorage(localStorage, key, toText(next))
      setState({ key, draft: next })
    },
    (unsent) => {
      if (readStorage(localStorage, key) === null) writeStorage(localStorage, key, toText(unsent))
      setState((current) =>
        current.key === key && toText(current.draft) === null ? { key, draft: unsent } : current,
      )
    },
  ]
}
