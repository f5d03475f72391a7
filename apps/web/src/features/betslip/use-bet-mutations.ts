import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiResponse, apiClient } from '../../api/api-client.ts'
import { type BetPick, type BetWeek, betsKey } from './use-bets.ts'

export type SheetImport = ApiResponse<'POST /api/league/:league/bets/admin/refresh/'>

export function useSavePick(league: string, { season, week }: BetWeek) {
  return useBetMutation(league, (pick: { owner: string; text: string }) =>
    apiClient('POST /api/league/:league/bets/save/', { params: { league }, body: { season, week, ...pick } }),
  )
}

export function useSettlePick(league: string, { season, week }: BetWeek, owner: string) {
  return useBetMutation(league, (result: BetPick['result']) =>
    apiClient('POST /api/league/:league/bets/settle/', {
      params: { league },
      body: { season, week, owner, result },
    }),
  )
}

export function useRefreshFromSheet(league: string, { season, week }: BetWeek) {
  return useBetMutation(league, () =>
    apiClient('POST /api/league/:league/bets/admin/refresh/', { params: { league }, body: { season, week } }),
  )
}

/** Something done to the league's bets; it ends when they have been read again, also after a refusal. */
function useBetMutation<Input, Result>(league: string, send: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: betsKey(league).join(' ') },
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: betsKey(league) }),
  })
}
