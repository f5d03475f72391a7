import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { scheduleFeedRefetch } from './feed-events.ts'
import { feedKey, feedListsKey } from './use-feed.ts'

type FeedMutationOptions<Input, Result> = {
  league: string
  /** What tells acts on different things apart; acts on the same one run one after the other. */
  key: readonly (string | number)[]
  send: (input: Input) => Promise<Result>
  /** Shows what will be, before the server has answered. */
  optimisticUpdate?: (client: QueryClient, input: Input) => void
  /** Shows what became of it. */
  onSuccess?: (client: QueryClient, answer: Result) => void
  /** The same, left out where a further act on the same thing has made the answer old. */
  reconcile?: (client: QueryClient, answer: Result) => void
}

/**
 * Something a person does in the feed: shown at once, then corrected by the answer. One that
 * fails is dropped without a word, and the page reads the truth again.
 * Source: specification, 7, "A failed social action is dropped silently".
 */
export function useFeedMutation<Input, Result>({ league, key, ...act }: FeedMutationOptions<Input, Result>) {
  const { send, optimisticUpdate, onSuccess, reconcile } = act
  const client = useQueryClient()
  const mutationKey = [...feedKey(league), ...key]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: send,
    onMutate: async (input) => {
      // An answer that is on its way would undo what is foreseen; older pages may still come.
      await client.cancelQueries({
        queryKey: feedListsKey(league),
        predicate: ({ state }) => state.data !== undefined && state.fetchMeta?.fetchMore === undefined,
      })
      optimisticUpdate?.(client, input)
    },
    onSuccess: (answer) => {
      onSuccess?.(client, answer)
      if (client.isMutating({ mutationKey }) === 1) reconcile?.(client, answer)
    },
    onSettled: () => scheduleFeedRefetch(client, league),
  })
}

export type PendingText = { key: string; text: string }

/** What was written and has not been answered yet, the first sent first. `on` is that of the act. */
export function usePendingTexts(league: string, on: readonly (string | number)[]): PendingText[] {
  return useMutationState({
    filters: { mutationKey: [...feedKey(league), ...on], status: 'pending' },
    select: ({ mutationId, state }) => ({ key: `sending-${mutationId}`, text: String(state.variables) }),
  })
}
