import { useState } from 'react'
import { RULES_KEY_PREFIX, readStorage, writeStorage } from '../../storage/browser-storage.ts'
import { hasChanges, type RulesDraft } from './rules-draft.ts'

/** What an admin is writing. It is kept in the browser until it is saved or discarded. */
export function useRulesDraft(league: string, create: () => RulesDraft) {
  const key = `${RULES_KEY_PREFIX}${league}`
  const [{ draft, isRestored }, setState] = useState(() => {
    const stored = parseDraft(readStorage(localStorage, key))
    return { draft: stored ?? create(), isRestored: stored !== null }
  })
  return {
    draft,
    /** Whether it is from an earlier visit. */
    isRestored,
    change: (next: RulesDraft) => {
      writeStorage(localStorage, key, hasChanges(next) ? JSON.stringify(next) : null)
      setState({ draft: next, isRestored: false })
    },
    forget: () => writeStorage(localStorage, key, null),
  }
}

/** null without a stored draft. The app itself has stored it, so only its age can make it unreadable. */
function parseDraft(text: string | null): RulesDraft | null {
  if (text === null) return null
  try {
    const draft = JSON.parse(text) as Partial<RulesDraft>
    return Array.isArray(draft.sections) && Array.isArray(draft.base) ? (draft as RulesDraft) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
