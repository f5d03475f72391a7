import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** No lease lasts for longer: one that seems to was taken by a clock that has been set back since. */
const MAX_LEASE_MS = 10 * 60 * 1000

/** Whether nobody holds a job: for the row at hand, in SQL. */
export function leaseExpired(at: Date): RawBuilder<SqlBool> {
  const now = at.getTime()
  return sql<SqlBool>`(lease_until is null or lease_until < ${now} or lease_until > ${now + MAX_LEASE_MS})`
}

/** The same of a row that was read. */
export function isLeaseExpired(leaseUntil: number | null, at: Date): boolean {
  const now = at.getTime()
  return leaseUntil === null || leaseUntil < now || leaseUntil > now + MAX_LEASE_MS
}
