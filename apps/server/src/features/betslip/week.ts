import type { Operation } from '@fieldhouse/contract/operation'
import {
  type BettingWeek,
  betAmount,
  currentBetWeek,
  firstPlayoffWeek,
} from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import type { Person } from '@fieldhouse/domain/league/display-names'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Call } from '../../http/operation.ts'
import type { League } from '../../repositories/league-values/league.ts'
import type { ObservedGame } from '../../repositories/nfl/nfl-reader.ts'
import type { LeagueOwners, Payer } from './owners.ts'
import type { BetGames } from './present.ts'
import type { SavedPick, SlipPayment } from './store.ts'

type BetslipCall = Pick<
  Call<Operation & { url: '/api/league/:league/bets/'; config: { access: 'member' } }>,
  'ctx' | 'league'
>

export async function readWeek(
  { ctx, league }: BetslipCall,
  asked: { season?: number | null | undefined; week?: number | null | undefined },
): Promise<{ stored: League; bettingWeek: BettingWeek; now: Date }> {
  if (!league.hasBetslip) throw new ApiError('no_betslip')
  const now = ctx.now()
  const stored = await ctx.leagues.get(league.id)
  const season = asked.season ?? stored.currentSeason(now)
  return { stored, bettingWeek: { season, week: asked.week ?? currentBetWeek(season, now) }, now }
}

export function requireOwner(owners: LeagueOwners, text: string, user: Person): Owner {
  const found = owners.find(text, user)
  if (found === 'unknown') throw new ApiError('owner_not_found')
  if (found !== 'ambiguous') return found
  throw new ApiError('owner_not_found', {
    message: 'More than one member has that name. Add the username in parentheses.',
  })
}

export function wagerOf(league: League, { season, week }: BettingWeek) {
  return betAmount(week, firstPlayoffWeek(league.schedule(season)))
}

/** Whether a user covers a slip: the member whom an admin has named, else the lowest scorer. */
export function coversSlip(userId: number, payment: SlipPayment, whoPays: Payer | null): boolean {
  return (payment.coveredBy ?? whoPays?.userId ?? null) === userId
}

/** The week's games, and those of selections whose game was moved to another week. */
export async function findBetGames(
  { nfl }: Pick<Context, 'nfl'>,
  { season, week }: BettingWeek,
  picks: readonly SavedPick[],
): Promise<BetGames> {
  const weekGames = await nfl.listGames(season, week)
  const byId = new Map<number, ObservedGame>(weekGames.map((game) => [game.gameId, game]))
  const moved = picks.flatMap(({ selection }) =>
    selection === null || byId.has(selection.gameId) ? [] : selection.gameId,
  )
  return new Map([...byId, ...(await nfl.findGames([...new Set(moved)]))])
}
