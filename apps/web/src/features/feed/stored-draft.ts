import { useState } from 'react'
import { FEED_DRAFT_KEY_PREFIX, readStorage, writeStorage } from '../../storage/browser-storage.ts'

/** How a draft is kept in the browser. */
export type DraftFormat<Draft> = {
  empty: Draft
  /** The text to store; null for a draft that need not be kept. */
  toText: (draft: Draft) => string | null
  /** Returns null for a text that another version has stored and this one cannot read. */
  fromText: (text: string) => Draft | null
}

export const TEXT_DRAFT: DraftFormat<string> = {
  empty: '',
  toText: (text) => text || null,
  fromText: (text) => text,
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
  const key = `${FEED_DRAFT_KEY_PREFIX}${league}:${form}`
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
