import { findOwnerByName, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { sendError } from '../../http/errors/error-handler.ts'
import { type AuditContext, EditConflictRejection, HistoryRejection } from './store.ts'

export function auditContextOf(request: FastifyRequest, now: () => Date): AuditContext {
  return { leagueId: leagueOf(request).id, actor: currentUser(request), now: now() }
}

/** Returns the owner with this name. Throws an ApiError if there is none. */
export function requireOwner(history: Pick<LeagueHistory, 'owners'>, name: string): Owner {
  const owner = findOwnerByName(history, name)
  if (owner === null) throw new ApiError('owner_not_found')
  return owner
}

export function mergeNotFoundError(): ApiError {
  return new ApiError('item_not_found', { message: 'That merge was already undone.' })
}

/** The error handler of the routes that change the history: also responds to rejected decisions. */
export function sendHistoryError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof EditConflictRejection)
    return sendError(new ApiError('edit_conflict', { newer: error.newer }), request, reply)
  return sendError(error instanceof HistoryRejection ? toApiError(error) : error, request, reply)
}

function toApiError({ reason }: HistoryRejection): ApiError {
  return reason === 'merge_not_found' ? mergeNotFoundError() : new ApiError(reason)
}
