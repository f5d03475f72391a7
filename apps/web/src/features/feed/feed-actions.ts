import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { REACTION_NAMES, type Reaction } from '@fieldhouse/domain/league/reactions'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ApiRequest, apiClient } from '../../api/api-client.ts'
import { placeItem, removeItem, scheduleFeedRefetch, updateComments, updateItem } from './feed-events.ts'
import {
  type Comment,
  type Discussion,
  deleteComment,
  discussionKey,
  type FeedItem,
  feedKey,
  feedListsKey,
  type ItemType,
  type NewComment,
  reactToComment,
  sendComment,
  withoutComment,
} from './use-feed.ts'

type FeedMutationOptions<Input, Result> = {
  league: string
  /** Identifies the mutation. Mutations with the same key run one after the other. */
  key: readonly (string | number)[]
  send: (input: Input) => Promise<Result>
  optimisticUpdate?: (client: QueryClient, input: Input) => void
  onSuccess?: (client: QueryClient, result: Result) => void
  /** Like `onSuccess`, but skipped when a later mutation with the same key is still pending. */
  reconcile?: (client: QueryClient, result: Result) => void
}

/**
 * A failed mutation shows no error; the refetch afterwards restores the server's state. Posts are kept instead. Source:
 * specification, 7, "A failed social action is dropped silently".
 */
function useFeedMutation<Input, Result>({ league, key, ...options }: FeedMutationOptions<Input, Result>) {
  const { send, optimisticUpdate, onSuccess, reconcile } = options
  const client = useQueryClient()
  const mutationKey = [...feedKey(league), ...key]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: send,
    onMutate: async (input) => {
      await cancelFeedRefetches(client, league)
      optimisticUpdate?.(client, input)
    },
    onSuccess: (result) => {
      onSuccess?.(client, result)
      if (client.isMutating({ mutationKey }) === 1) reconcile?.(client, result)
    },
    onError: () => scheduleFeedRefetch(client, league),
  })
}

/** A pending refetch would undo a change of the cached feed. First loads and older pages may still arrive. */
export function cancelFeedRefetches(client: QueryClient, league: string): Promise<void> {
  return client.cancelQueries({
    queryKey: feedListsKey(league),
    predicate: ({ state }) => state.data !== undefined && state.fetchMeta?.fetchMore === undefined,
  })
}

/** Called with what the user creates while League Social is open, by client. */
const creationListeners = new WeakMap<QueryClient, (league: string, item: FeedItem) => void>()

export function useCreationListener(league: string, onCreated: (item: FeedItem) => void): void {
  const client = useQueryClient()
  const handleCreated = useEffectEvent((where: string, item: FeedItem) => {
    if (where === league) onCreated(item)
  })
  useEffect(() => {
    const listener = (where: string, item: FeedItem) => handleCreated(where, item)
    creationListeners.set(client, listener)
    return () => {
      if (creationListeners.get(client) === listener) creationListeners.delete(client)
    }
  }, [client])
}

export function showCreatedItem(client: QueryClient, league: string, item: FeedItem): void {
  creationListeners.get(client)?.(league, item)
  placeItem(client, league, item)
}

const PIN_OPERATIONS = {
  post: 'POST /api/league/:league/social/posts/:id/pin/',
  proposal: 'POST /api/league/:league/social/proposals/:id/pin/',
} as const

/** Pins or unpins a post or proposal. Calls `onPinned` once the server has confirmed it. */
export function usePinItem(
  league: string,
  type: keyof typeof PIN_OPERATIONS,
  id: number,
  onPinned: () => void,
) {
  return useFeedMutation({
    league,
    key: ['pin', type, id],
    send: () => apiClient(PIN_OPERATIONS[type], { params: { league, id } }),
    optimisticUpdate: (client) =>
      updateItem(client, league, type, id, (item) => ({ ...item, pinned: !item.pinned })),
    reconcile: (client, { pinned }) => {
      updateItem(client, league, type, id, (item) => ({ ...item, pinned }))
      scheduleFeedRefetch(client, league)
      onPinned()
    },
  })
}

const DELETE_OPERATIONS = {
  post: 'DELETE /api/league/:league/social/posts/:id/',
  proposal: 'DELETE /api/league/:league/social/proposals/:id/',
  media: 'DELETE /api/league/:league/social/media/:id/',
} as const satisfies Record<ItemType, string>

export function useDeleteItem(league: string, type: ItemType, id: number) {
  return useFeedMutation({
    league,
    key: ['delete', type, id],
    send: () => apiClient(DELETE_OPERATIONS[type], { params: { league, id } }),
    optimisticUpdate: (client) => removeItem(client, league, type, id),
    // A fetch that started before the deletion may have returned the item again.
    onSuccess: (client) => removeItem(client, league, type, id),
  })
}

export function useRemovePreview(league: string, id: number) {
  return useFeedMutation({
    league,
    key: ['remove-preview', id],
    send: () => apiClient('DELETE /api/league/:league/social/posts/:id/preview/', { params: { league, id } }),
    onSuccess: (client) => updateItem(client, league, 'post', id, (post) => ({ ...post, preview: null })),
  })
}

export function useToggleLike(league: string, type: ItemType, id: number) {
  return useFeedMutation({
    league,
    key: ['like', id],
    send: () =>
      apiClient('POST /api/league/:league/social/items/:id/like/', {
        params: { league, id },
        query: { type },
      }),
    optimisticUpdate: (client) => updateItem(client, league, type, id, toggleLike),
    reconcile: (client, likes) => updateItem(client, league, type, id, (item) => ({ ...item, ...likes })),
  })
}

function toggleLike<Item extends FeedItem>(item: Item): Item {
  return { ...item, liked: !item.liked, likes_count: item.likes_count + (item.liked ? -1 : 1) }
}

export type ReactionSubject =
  | { type: 'post' | 'media'; id: number }
  | { discussion: Discussion; comment: number }

type ReactionChange = { reaction: Reaction; on: boolean }

type Reactable = Pick<Comment, 'reactions' | 'my_reactions'>

export function useReact(league: string, subject: ReactionSubject) {
  return useFeedMutation({
    league,
    key:
      'discussion' in subject
        ? ['react', ...discussionKey(subject.discussion), subject.comment]
        : ['react', subject.id],
    send: (body: ReactionChange) =>
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
  else updateItem(client, league, subject.type, subject.id, (item) => ({ ...item, ...change(item) }))
}

/** The names follow with the response. */
export function applyReaction(given: Reactable, { reaction, on }: ReactionChange): Reactable {
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

const createKey = (discussion: Discussion) => ['create-comment', ...discussionKey(discussion)]

export function useCreateComment(league: string, discussion: Discussion) {
  return useFeedMutation({
    league,
    key: createKey(discussion),
    send: (comment: NewComment) => sendComment(league, discussion, comment),
    onSuccess: (client, comment) =>
      updateComments(
        client,
        league,
        discussion,
        (comments) => [...comments.filter(({ id }) => id !== comment.id), comment],
        1,
      ),
  })
}

/** Comments that are still being sent, oldest first. `key` is that of the mutation. */
export function usePendingComments(league: string, discussion: Discussion): { key: string; text: string }[] {
  return useMutationState({
    filters: { mutationKey: [...feedKey(league), ...createKey(discussion)], status: 'pending' },
    select: ({ mutationId, state }) => ({
      key: `sending-${mutationId}`,
      text: (state.variables as MentionedText).text,
    }),
  })
}

export function useDeleteComment(league: string, discussion: Discussion) {
  return useFeedMutation({
    league,
    key: ['delete-comment', ...discussionKey(discussion)],
    send: (comment: number) => deleteComment(league, discussion, comment),
    optimisticUpdate: (client, comment) =>
      updateComments(client, league, discussion, (comments) => withoutComment(comments, comment), -1),
  })
}

export type NewProposal = ApiRequest<'POST /api/league/:league/social/proposals/'>['body']

export function useCreateProposal(league: string) {
  return useFeedMutation({
    league,
    key: ['create-proposal'],
    send: (body: NewProposal) =>
      apiClient('POST /api/league/:league/social/proposals/', { params: { league }, body }),
    onSuccess: (client, proposal) => showCreatedItem(client, league, proposal),
  })
}

/** Votes for an option, replacing any earlier vote. The percentages come from the server's response. */
export function useVote(league: string, id: number) {
  return useFeedMutation({
    league,
    key: ['vote', id],
    send: (optionId: number) =>
      apiClient('POST /api/league/:league/social/proposals/:id/vote/', {
        params: { league, id },
        body: { option_id: optionId },
      }),
    optimisticUpdate: (client, optionId) =>
      updateItem(client, league, 'proposal', id, (proposal) => ({
        ...proposal,
        my_vote: optionId,
        total: proposal.total + (proposal.my_vote === null ? 1 : 0),
      })),
    reconcile: (client, proposal) => updateItem(client, league, 'proposal', id, () => proposal),
  })
}
