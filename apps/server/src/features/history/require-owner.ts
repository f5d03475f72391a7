import { findOwnerByName, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { ApiError } from '../../http/errors/api-error.ts'

/** Returns the owner with this name. Throws an ApiError if there is none. */
export function requireOwner(history: Pick<LeagueHistory, 'owners'>, name: string): Owner {
  const owner = findOwnerByName(history, name)
  if (owner === null) throw new ApiError('owner_not_found')
  return owner
}
