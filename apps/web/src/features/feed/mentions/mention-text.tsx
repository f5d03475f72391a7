import type { Mentions } from '@fieldhouse/contract/feed/items'
import { Suspense } from 'react'
import { LongText, RichText } from '../../../ui/display/rich-text.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'

// Loaded with the first mention.
const MentionParts = lazyNamed(() => import('./mention-parts.tsx'), 'MentionParts')

export type MentionTextProps = {
  league: string
  /** The display name of the current user. */
  user: string
  text: string
  /** Missing in responses without mentions. */
  mentions: Mentions | undefined
  /** Whether URLs are not links. */
  isPlain?: boolean
}

export function MentionText({ mentions = [], ...props }: MentionTextProps) {
  const { text, isPlain = false } = props
  const withoutMentions = isPlain ? text : <RichText>{text}</RichText>
  if (mentions.length === 0) return withoutMentions
  return (
    <Suspense fallback={withoutMentions}>
      <MentionParts {...props} mentions={mentions} />
    </Suspense>
  )
}

export function LongMentionText(props: MentionTextProps) {
  return <LongText content={<MentionText {...props} />}>{props.text}</LongText>
}

/** The mentions of a text in what is shown of it, without some links. */
export function findMentionsIn(
  shown: string,
  text: string,
  mentions: Mentions | undefined,
): Mentions | undefined {
  if (shown === text || mentions === undefined) return mentions
  let end = 0
  return mentions.flatMap((mention) => {
    const start = shown.indexOf(text.slice(mention.start, mention.start + mention.length), end)
    if (start < 0) return []
    end = start + mention.length
    return [{ ...mention, start }]
  })
}
