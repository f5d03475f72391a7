import { REACTION_NAMES, type Reaction } from '@fieldhouse/domain/league/reactions'
import type { QueryClient } from '@tanstack/react-query'
import { apiClient } from '../../../api/api-client.ts'
import { type Discussion, discussionKey, reactToComment } from '../comments/discussion.ts'
import { updateComments, updateItem } from '../feed-cache.ts'
import type { Comment } from '../use-feed.ts'
import { useFeedMutation } from '../use-feed-mutation.ts'

/** A post or media item, or a comment. */
export type ReactionSubject =
  | { type: 'post' | 'media'; id: number }
  | { discussion: Discussion; comment: number }

type Change = { reaction: Reaction; on: boolean }

/** The fields of everything that people can react to. */
type Reactable = Pick<Comment, 'reactions' | 'my_reactions'>

/** Gives a reaction or takes it back. */
export function useReact(league: string, subject: ReactionSubject) {
  return useFeedMutation({
    league,
    key:
      'discussion' in subject
        ? ['react', ...discussionKey(subject.discussion), subject.comment]
        : ['react', subject.id],
    send: (body: Change) =>
      'discussion' in subject
        ? reactToComment(league, subject.discussion, subject.comment, body)
        : apiClient('POST /api/league/:league/social/items/:id/react/', {
            params: { league, id: subject.id },
            body,
          }),
    optimisticUpdate: (client, change) =>
      updateSubject(client, league, subject, (given) => applyReaction(given, change)),
    reconcile: (client, { reactions, my_reactions }) =>
      updateSubject(client, league, subject, () => ({ reactions, my_reactions })),
  })
}

function updateSubject(
  client: QueryClient,
  league: string,
  subject: ReactionSubject,
  change: (given: Reactable) => Reactable,
): void {
  if ('discussion' in subject)
    updateComments(client, league, subject.discussion, (comments) =>
      comments.map((each) => (each.id === subject.comment ? { ...each, ...change(each) } : each)),
    )
  else if (subject.type === 'post')
    updateItem(client, league, 'post', subject.id, (item) => ({ ...item, ...change(item) }))
  else updateItem(client, league, 'media', subject.id, (item) => ({ ...item, ...change(item) }))
}

/** The names follow with the response. */
export function applyReaction(given: Reactable, { reaction, on }: Change): Reactable {
  const { reactions = [], my_reactions: mine = [] } = given
  if (mine.includes(reaction) === on) return given
  const before = reactions.find((each) => each.reaction === reaction) ?? { reaction, count: 0, names: [] }
  const changed = { ...before, count: before.count + (on ? 1 : -1) }
  const all = [...reactions.filter((each) => each.reaction !== reaction), changed]
  return {
    reactions: REACTION_NAMES.flatMap((name) =>
      all.filter((each) => each.reaction === name && each.count > 0),
    ),
    my_reactions: REACTION_NAMES.filter((name) => (name === reaction ? on : mine.includes(name))),
  }
}
