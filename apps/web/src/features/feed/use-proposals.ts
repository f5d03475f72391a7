import { type ApiRequest, apiClient } from '../../api/api-client.ts'
import { addItem, updateItem } from './feed-cache.ts'
import type { Proposal } from './use-feed.ts'
import { useFeedMutation } from './use-feed-mutation.ts'

export type NewProposal = ApiRequest<'POST /api/league/:league/social/proposals/'>['body']

export function useCreateProposal(league: string, onMade: (proposal: Proposal) => void) {
  return useFeedMutation({
    league,
    key: ['propose'],
    send: (body: NewProposal) =>
      apiClient('POST /api/league/:league/social/proposals/', { params: { league }, body }),
    onSuccess: (client, proposal) => {
      onMade(proposal)
      addItem(client, league, proposal)
    },
  })
}

/** Votes for an option, in place of an earlier vote; the shares are the server's to say. */
export function useVote(league: string, id: number) {
  return useFeedMutation({
    league,
    key: ['vote', id],
    send: (option: number) =>
      apiClient('POST /api/league/:league/social/proposals/:id/vote/', {
        params: { league, id },
        body: { option_id: option },
      }),
    optimisticUpdate: (client, option) =>
      updateItem(client, league, 'proposal', id, (proposal) => ({
        ...proposal,
        my_vote: option,
        total: proposal.total + (proposal.my_vote === null ? 1 : 0),
      })),
    reconcile: (client, answer) => updateItem(client, league, 'proposal', id, () => answer),
  })
}
