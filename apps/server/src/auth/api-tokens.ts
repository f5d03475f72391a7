import type { TokenScope } from '@fieldhouse/contract/operation'
import type { FastifyRequest } from 'fastify'
import { newToken } from '../crypto/tokens.ts'

/** Lets scanners for secrets recognize a token. */
const PREFIX = 'fh_'

/** What an API token opens. */
export type ApiTokenGrant = {
  id: number
  scopes: readonly TokenScope[]
  /** null for all leagues that its owner is a member of. */
  leagueIds: readonly number[] | null
  expiresAt: Date
}

export function newApiToken(): string {
  return PREFIX + newToken()
}

/**
 * The API token of a request; null without one. Other bearer tokens are none of ours: a proxy that signs people in may
 * add its own.
 */
export function apiTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return token?.startsWith(PREFIX) === true ? token : null
}

/** Whether the token may be used for an operation of this scope in this league; null stands for an operation without one. */
export function isOpenTo(
  grant: ApiTokenGrant,
  scope: TokenScope | undefined,
  leagueId: number | null,
): boolean {
  if (scope === undefined || !grant.scopes.includes(scope)) return false
  return grant.leagueIds === null || (leagueId !== null && grant.leagueIds.includes(leagueId))
}
