import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { type RefObject, Suspense } from 'react'
import { lazyNamed } from '../../../ui/lazy-named.ts'

// Loaded with the first @: most texts mention nobody.
const SuggestionList = lazyNamed(() => import('./suggestion-list.tsx'), 'SuggestionList')

export type CompletionProps = {
  league: string
  /** The display name of the current user. */
  user: string
  value: MentionedText
  onChange: (value: MentionedText) => void
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>
}

/** Suggests members and teams while an `@` and a name are written in a field. */
export function MentionCompletion(props: CompletionProps) {
  if (!props.value.text.includes('@')) return null
  return (
    <Suspense fallback={null}>
      <SuggestionList {...props} />
    </Suspense>
  )
}
