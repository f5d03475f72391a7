import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { type BetWeek, betsKey, type Pick } from './use-bets.ts'

export type SheetImport = Answer<'POST /api/league/:league/bets/admin/refresh/'>

export function useSavePick(league: string, { season, week }: BetWeek) {
  return useBetAct(league, (pick: { owner: string; text: string }) =>
    call('POST /api/league/:league/bets/save/', { params: { league }, body: { season, week, ...pick } }),
  )
}

export function useSettlePick(league: string, { season, week }: BetWeek, owner: string) {
  return useBetAct(league, (result: Pick['result']) =>
    call('POST /api/league/:league/bets/settle/', {
      params: { league },
      body: { season, week, owner, result },
    }),
  )
}

export function useRefreshFromSheet(league: string, { season, week }: BetWeek) {
  return useBetAct(league, () =>
    call('POST /api/league/:league/bets/admin/refresh/', { params: { league }, body: { season, week } }),
  )
}

/** Something done to the league's bets; it ends when they have been read again, also after a refusal. */
function useBetAct<Input, Answered>(league: string, send: (input: Input) => Promise<Answered>) {
  const client = useQueryClient()
  return useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: betsKey(league).join(' ') },
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: betsKey(league) }),
  })
}
