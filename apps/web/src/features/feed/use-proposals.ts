import { call, type Request } from '../../api/call.ts'
import { addItem, changeItem } from './feed-cache.ts'
import type { Proposal } from './use-feed.ts'
import { useFeedAct } from './use-feed-act.ts'

export type NewProposal = Request<'POST /api/league/:league/social/proposals/'>['body']

export function useCreateProposal(league: string, onMade: (proposal: Proposal) => void) {
  return useFeedAct({
    league,
    on: ['propose'],
    send: (body: NewProposal) =>
      call('POST /api/league/:league/social/proposals/', { params: { league }, body }),
    settle: (client, proposal) => {
      onMade(proposal)
      addItem(client, league, proposal)
    },
  })
}

/** Votes for an option, in place of an earlier vote; the shares are the server's to say. */
export function useVote(league: string, id: number) {
  return useFeedAct({
    league,
    on: ['vote', id],
    send: (option: number) =>
      call('POST /api/league/:league/social/proposals/:id/vote/', {
        params: { league, id },
        body: { option_id: option },
      }),
    foresee: (client, option) =>
      changeItem(client, league, 'proposal', id, (proposal) => ({
        ...proposal,
        my_vote: option,
        total: proposal.total + (proposal.my_vote === null ? 1 : 0),
      })),
    correct: (client, answer) => changeItem(client, league, 'proposal', id, () => answer),
  })
}
