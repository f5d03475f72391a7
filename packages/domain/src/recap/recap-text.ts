import type { RecapDocument } from './recap-document.ts'

/** The maximum length of a post, in characters. Source: decisions, 8. */
export const MAX_RECAP_LENGTH = 5000

/** Formats a recap as the text of a post. If it is too long, the end of the story is left out, never a list. */
export function formatRecapText({ title, lists }: RecapDocument, story: readonly string[]): string {
  const format = (paragraphs: readonly string[]) => [title, ...paragraphs, ...lists].join('\n\n')
  const fitting = story.filter((_, index) => format(story.slice(0, index + 1)).length <= MAX_RECAP_LENGTH)
  return format(fitting)
}
