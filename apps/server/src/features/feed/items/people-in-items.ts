import type { FeedComment } from '../comments/comment-read-store.ts'
import type { StoredMention } from '../mentions/mention-store.ts'
import type { GivenReaction } from '../posts/reaction-store.ts'
import type { ProposalOption } from '../proposals/proposal-store.ts'
import type { LoadedItem } from './present.ts'

/** Whether the item or a comment in its preview is hidden. */
export function isPartlyHidden(item: LoadedItem): boolean {
  return item.hidden !== null || item.preview.some(({ hidden }) => hidden !== null)
}

/** The users who wrote the item, or one of the comments in its preview. */
export function authorIdsIn(item: LoadedItem): number[] {
  const authors = authorsOf(item.preview)
  return [...(item.userId === null ? authors : authors.add(item.userId))]
}

export type MentioningText = { mentions: readonly StoredMention[] }

/** The texts of the items and of the comments in their previews. */
export function mentioningIn(items: readonly LoadedItem[]): MentioningText[] {
  return items.flatMap((item) => [...(item.type === 'media' ? [] : [item]), ...item.preview])
}

/** The IDs of all users whose names the items show. */
export function userIdsIn(items: readonly LoadedItem[]): Set<number> {
  const userIds = items.flatMap((item) => [
    item.userId,
    item.hidden?.byId ?? null,
    ...peopleIn(item.preview),
    ...(item.type === 'proposal' ? votersOf(item.options) : reactorsOf([item])),
  ])
  return new Set(userIds.filter((userId) => userId !== null))
}

function votersOf(options: readonly ProposalOption[]): number[] {
  return options.flatMap(({ voters }) => voters?.map((voter) => voter.userId) ?? [])
}

/** Who wrote the comments, and those that they reply to, reacted to them or hid them. */
export function peopleIn(comments: readonly FeedComment[]): Set<number> {
  const parents = comments.flatMap(({ parent }) => parent?.userId ?? [])
  const admins = comments.flatMap(({ hidden }) => hidden?.byId ?? [])
  return new Set([...authorsOf(comments), ...parents, ...reactorsOf(comments), ...admins])
}

export function reactorsOf(subjects: readonly { reactions: readonly GivenReaction[] }[]): Set<number> {
  return new Set(subjects.flatMap(({ reactions }) => reactions.map(({ userId }) => userId)))
}

function authorsOf(comments: readonly FeedComment[]): Set<number> {
  return new Set(comments.map((comment) => comment.userId))
}
