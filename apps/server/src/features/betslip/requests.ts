import { type BettingWeek, currentBetWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import type { Person } from '@fieldhouse/domain/league/display-names'
import type { FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import type { LeagueScope } from '../../auth/league-access-store.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { LeagueOwners } from './owner-store.ts'

/** Returns the request's league. Throws `no_betslip` when the league doesn't have the Betslip. */
export function requireBetslipLeague(request: FastifyRequest): LeagueScope {
  const league = leagueOf(request)
  if (!league.hasBetslip) throw new ApiError('no_betslip')
  return league
}

type RequestedWeek = { season?: number | null | undefined; week?: number | null | undefined } | undefined

/** Returns the requested week. A missing season or week defaults to the current one. */
export async function resolveRequestedWeek(
  requested: RequestedWeek,
  { seasons, leagueId, now }: { seasons: SeasonReader; leagueId: number; now: Date },
): Promise<BettingWeek> {
  const season = requested?.season ?? (await seasons.getCurrentSeason(leagueId, now))
  return { season, week: requested?.week ?? currentBetWeek(season, now) }
}

export type BetslipRequest = { league: LeagueScope; user: CurrentUser; bettingWeek: BettingWeek; now: Date }

/** Returns what a request is about. Throws `no_betslip` when the league doesn't have the Betslip. */
export async function resolveRequest(
  request: FastifyRequest,
  requested: RequestedWeek,
  options: { seasons: SeasonReader; now: () => Date },
): Promise<BetslipRequest> {
  const now = options.now()
  const league = requireBetslipLeague(request)
  const week = { seasons: options.seasons, leagueId: league.id, now }
  return {
    league,
    user: currentUser(request),
    bettingWeek: await resolveRequestedWeek(requested, week),
    now,
  }
}

/** Finds the owner that a request names. Throws `owner_not_found` for an unknown or ambiguous name. */
export function requireOwner(owners: LeagueOwners, text: string, user: Person): Owner {
  const found = owners.find(text, user)
  if (found === 'unknown') throw new ApiError('owner_not_found')
  if (found !== 'ambiguous') return found
  throw new ApiError('owner_not_found', {
    message: 'More than one member has that name. Add the username in parentheses.',
  })
}
