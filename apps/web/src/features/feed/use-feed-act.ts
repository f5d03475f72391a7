import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { refreshSoon } from './feed-news.ts'
import { feedKey, listsKey } from './use-feed.ts'

type Act<Input, Answered> = {
  league: string
  /** What tells acts on different things apart; acts on the same one run one after the other. */
  on: readonly (string | number)[]
  send: (input: Input) => Promise<Answered>
  /** Shows what will be, before the server has answered. */
  foresee?: (client: QueryClient, input: Input) => void
  /** Shows what became of it. */
  settle?: (client: QueryClient, answer: Answered) => void
  /** The same, left out where a further act on the same thing has made the answer old. */
  correct?: (client: QueryClient, answer: Answered) => void
}

/**
 * Something a person does in the feed: shown at once, then corrected by the answer. One that
 * fails is dropped without a word, and the page reads the truth again.
 * Source: specification, 7, "A failed social action is dropped silently".
 */
export function useFeedAct<Input, Answered>({ league, on, ...act }: Act<Input, Answered>) {
  const { send, foresee, settle, correct } = act
  const client = useQueryClient()
  const mutationKey = [...feedKey(league), ...on]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: send,
    onMutate: async (input) => {
      // An answer that is on its way would undo what is foreseen; older pages may still come.
      await client.cancelQueries({
        queryKey: listsKey(league),
        predicate: ({ state }) => state.data !== undefined && state.fetchMeta?.fetchMore === undefined,
      })
      foresee?.(client, input)
    },
    onSuccess: (answer) => {
      settle?.(client, answer)
      if (client.isMutating({ mutationKey }) === 1) correct?.(client, answer)
    },
    onSettled: () => refreshSoon(client, league),
  })
}

export type TextOnItsWay = { key: string; text: string }

/** What was written and has not been answered yet, the first sent first. `on` is that of the act. */
export function useTextsOnTheirWay(league: string, on: readonly (string | number)[]): TextOnItsWay[] {
  return useMutationState({
    filters: { mutationKey: [...feedKey(league), ...on], status: 'pending' },
    select: ({ mutationId, state }) => ({ key: `sending-${mutationId}`, text: String(state.variables) }),
  })
}
