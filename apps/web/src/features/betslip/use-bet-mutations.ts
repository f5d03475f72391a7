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

/** A change to the league's bets. It settles after the bets have been refetched, even when it fails. */
function useBetMutation<Input, Result>(league: string, send: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    // Runs mutations one at a time, so that the last choice wins.
    scope: { id: betsKey(league).join(' ') },
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: betsKey(league) }),
  })
}
