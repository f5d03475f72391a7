import { isOverdue, nameOfPrize } from '@fieldhouse/domain/league/dues'
import {
  formatDollars,
  moneyFromDecimalString,
  moneyToDecimalString,
  parseMoney,
} from '@fieldhouse/domain/money'
import type { ApiRequest, ApiResponse, OperationKey } from '../../api/api-client.ts'
import { leagueQuery, leagueQueryKey, useSend } from '../../api/operations.ts'
import { formatDay } from '../../ui/format/date-time.ts'

export type Dues = ApiResponse<'GET /api/league/:league/dues/'>
export type DuesSetup = NonNullable<Dues['setup']>
export type DuesTeam = Dues['teams'][number]
export type DuesEntry = DuesTeam['entries'][number]
export type Prize = Dues['prizes'][number]
export type PrizeAward = Prize['awards'][number]
export type PrizeWinner = PrizeAward['winners'][number]

/** The dues of a season; null for the current one. */
export const duesQuery = (league: string, season: number | null) =>
  leagueQuery('GET /api/league/:league/dues/', ['dues'], { league, season })

export const duesFileUrl = (league: string, season: number) =>
  `/api/league/${encodeURIComponent(league)}/dues/export/?season=${season}`

type DuesChange = `${'POST' | 'DELETE'} /api/league/:league/dues/${string}` & OperationKey

/** Each change returns the dues of its season. After an error they are read again: somebody else may have been faster. */
export function useChangeDues<Key extends DuesChange>(league: string, key: Key) {
  const queryKey = [...leagueQueryKey(league), 'dues']
  return useSend<Key, Omit<ApiRequest<Key>, 'params'> & { id?: number }>(
    key,
    ({ id, ...request }) => ({ params: { league, id }, ...request }) as ApiRequest<Key>,
    {
      onSuccess: (dues, _, client) => {
        for (const query of client.getQueryCache().findAll({ queryKey })) {
          const shown = query.state.data as Dues | undefined
          if (shown?.season === dues.season) client.setQueryData(query.queryKey, dues)
        }
        void client.invalidateQueries({ queryKey, refetchType: 'none' })
        return [['acts']]
      },
      onError: [queryKey],
    },
  )
}

/** Formats an amount from the API without cents that are zero, such as '$25' or '−$12.50'. */
export function formatAmount(amount: string): string {
  return formatDollars(moneyFromDecimalString(amount)).replace(/\.00$/, '')
}

export function formatMagnitude(amount: string): string {
  return formatAmount(amount.replace('-', ''))
}

/** A typed amount as the API expects it, such as '25.00'; null if it cannot be read. */
export function parseAmount(text: string): string | null {
  const amount = parseMoney(text)
  return amount === null ? null : moneyToDecimalString(amount)
}

/** An amount from the API as people type it, such as '25' or '12.50'. */
export function toAmountInput(amount: string): string {
  return amount.replace('-', '').replace(/\.00$/, '')
}

export function describeStatus({ status, balance }: Pick<DuesTeam, 'status' | 'balance'>): string {
  switch (status) {
    case 'no_dues':
      return 'No dues'
    case 'paid':
      return 'Paid'
    case 'owes':
      return `Owes ${formatMagnitude(balance)}`
    case 'overpaid':
      return `Overpaid ${formatMagnitude(balance)}`
  }
}

export function statusTone({ status }: Pick<DuesTeam, 'status'>, dueOn: string | null) {
  if (status === 'paid') return 'good'
  if (status === 'overpaid') return 'warn'
  return isOverdue(status, dueOn, today()) ? 'bad' : undefined
}

/** Today in the viewer's time zone, such as '2026-09-01'. */
export function today(): string {
  // Sweden writes days so.
  return new Date().toLocaleDateString('sv')
}

export function formatDueDay(day: string): string {
  return formatDay(new Date(`${day}T12:00`))
}

export function describePrizeAmount({ kind, amount }: Pick<Prize, 'kind' | 'amount'>): string {
  return `${formatAmount(amount)}${kind === 'weekly_high' ? ' a week' : ''}`
}

export function prizeName(prize: Pick<Prize, 'kind' | 'title' | 'includes_playoffs'>): string {
  return `${nameOfPrize(prize)}${prize.includes_playoffs ? ', playoffs included' : ''}`
}

/** What is left of the dues after the prizes; null while the prizes are unknown. */
export function describeLeftOver({ left_over: leftOver }: Dues['pool']): string | null {
  if (leftOver === null) return null
  if (leftOver.startsWith('-')) return `Prizes exceed dues by ${formatMagnitude(leftOver)}`
  return moneyFromDecimalString(leftOver) === 0n
    ? 'Prizes use all dues'
    : `${formatAmount(leftOver)} left over`
}

export function teamName({ teams }: Pick<Dues, 'teams'>, teamId: number): string {
  return teams.find((team) => team.team_id === teamId)?.name ?? `Team ${teamId}`
}
