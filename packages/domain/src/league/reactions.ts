/** What people can react with beside a like, in display order, by the name that is stored. */
export const REACTIONS = {
  laugh: { emoji: '😂', label: 'Laugh' },
  fire: { emoji: '🔥', label: 'Fire' },
  clap: { emoji: '👏', label: 'Applause' },
  wow: { emoji: '😮', label: 'Wow' },
  sad: { emoji: '😢', label: 'Sad' },
  trash: { emoji: '🗑️', label: 'Trash' },
} as const satisfies Readonly<Record<string, { emoji: string; label: string }>>

export type Reaction = keyof typeof REACTIONS

export const REACTION_NAMES = Object.keys(REACTIONS) as readonly Reaction[]

/** Names in a list of those who reacted. The rest is counted. */
const MAX_NAMES = 20

export type ReactionCount = { reaction: Reaction; count: number; names: string[] }

/**
 * Counts the reactions to one text or file, in display order, without those that nobody gave.
 * @param given the oldest first
 */
export function countReactions(given: readonly { reaction: Reaction; name: string }[]): ReactionCount[] {
  return REACTION_NAMES.flatMap((reaction) => {
    const names = given.filter((each) => each.reaction === reaction).map(({ name }) => name)
    return names.length === 0 ? [] : [{ reaction, count: names.length, names: names.slice(0, MAX_NAMES) }]
  })
}
