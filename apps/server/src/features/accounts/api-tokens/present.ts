import type { listApiTokens } from '@fieldhouse/contract/api-tokens'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ApiToken } from './store.ts'

export function presentApiToken(
  token: ApiToken,
  now: Date,
): ResponseOf<typeof listApiTokens>['tokens'][number] {
  const { id, name, scopes, leagues, createdAt, expiresAt, usedAt } = token
  return {
    id,
    name,
    scopes,
    leagues,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    is_expired: expiresAt <= now,
    used_at: usedAt?.toISOString() ?? null,
  }
}
