import { type BettingWeek, currentBetWeek } from '@fieldhouse/domain/betting-week'
import type { Owner, Person } from '@fieldhouse/domain/owner-names'
import type { FastifyRequest } from 'fastify'
import type { SeasonReader } from '../../database/season-reader.ts'
import { leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { LeagueScope } from '../../http/league-access-store.ts'
import type { LeagueOwners } from './owner-store.ts'

/** The league of the call. Throws `no_betslip` where it does not have the page. */
export function requireBetslipLeague(request: FastifyRequest): LeagueScope {
  const league = leagueOf(request)
  if (!league.hasBetslip) throw new ApiError('no_betslip')
  return league
}

/** The week that a call is about: what it does not say is the current one. */
export async function resolveRequestedWeek(
  asked: { season?: number | null | undefined; week?: number | null | undefined } | undefined,
  { seasons, leagueId, now }: { seasons: SeasonReader; leagueId: number; now: Date },
): Promise<BettingWeek> {
  const season = asked?.season ?? (await seasons.getCurrentSeason(leagueId, now))
  return { season, week: asked?.week ?? currentBetWeek(season, now) }
}

/** The person whom a call names as an owner. Throws `owner_not_found`. */
export function requireOwner(owners: LeagueOwners, text: string, caller: Person): Owner {
  const found = owners.find(text, caller)
  if (found === 'unknown') throw new ApiError('owner_not_found')
  if (found !== 'ambiguous') return found
  throw new ApiError('owner_not_found', {
    message: 'More than one member has that name. Add the username in parentheses.',
  })
}
