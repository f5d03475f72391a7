import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** No lease is longer. A lease that seems to be was taken before the clock was set back. */
const MAX_LEASE_MS = 10 * MINUTE_MS

export function leaseExpired(at: Date): RawBuilder<SqlBool> {
  const now = at.getTime()
  return sql<SqlBool>`(lease_until is null or lease_until < ${now} or lease_until > ${now + MAX_LEASE_MS})`
}

export function isLeaseExpired(leaseUntil: number | null, at: Date): boolean {
  const now = at.getTime()
  return leaseUntil === null || leaseUntil < now || leaseUntil > now + MAX_LEASE_MS
}
