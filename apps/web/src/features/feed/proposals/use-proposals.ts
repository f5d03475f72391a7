import { type ApiRequest, apiClient } from '../../../api/api-client.ts'
import { placeItem, updateItem } from '../feed-cache.ts'
import type { Proposal } from '../use-feed.ts'
import { useFeedMutation } from '../use-feed-mutation.ts'

export type NewProposal = ApiRequest<'POST /api/league/:league/social/proposals/'>['body']

export function useCreateProposal(league: string, onCreated: (proposal: Proposal) => void) {
  return useFeedMutation({
    league,
    key: ['create-proposal'],
    send: (body: NewProposal) =>
      apiClient('POST /api/league/:league/social/proposals/', { params: { league }, body }),
    onSuccess: (client, proposal) => {
      onCreated(proposal)
      placeItem(client, league, proposal)
    },
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
