import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { scheduleFeedRefetch } from './feed-events.ts'
import { feedKey, feedListsKey } from './use-feed.ts'

type FeedMutationOptions<Input, Result> = {
  league: string
  /** Identifies the mutation. Mutations with the same key run one after the other. */
  key: readonly (string | number)[]
  send: (input: Input) => Promise<Result>
  /** Shows the expected result before the server responds. */
  optimisticUpdate?: (client: QueryClient, input: Input) => void
  /** Shows the result. */
  onSuccess?: (client: QueryClient, result: Result) => void
  /** Like `onSuccess`, but skipped when a later mutation with the same key is still pending. */
  reconcile?: (client: QueryClient, result: Result) => void
}

/**
 * A mutation of the feed with an optimistic update that the response corrects. A failed mutation shows no
 * error; the refetch afterwards restores the server's state. Posts are kept instead.
 * Source: specification, 7, "A failed social action is dropped silently".
 */
export function useFeedMutation<Input, Result>({
  league,
  key,
  ...options
}: FeedMutationOptions<Input, Result>) {
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

export type PendingText = { key: string; text: string }

/** Texts that are still being sent, oldest first. `key` is the key of the mutation, which sends a MentionedText. */
export function usePendingTexts(league: string, key: readonly (string | number)[]): PendingText[] {
  return useMutationState({
    filters: { mutationKey: [...feedKey(league), ...key], status: 'pending' },
    select: ({ mutationId, state }) => ({
      key: `sending-${mutationId}`,
      text: (state.variables as MentionedText).text,
    }),
  })
}
