import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** No lease lasts for longer: one that seems to was taken by a clock that has been set back since. */
const LONGEST_MS = 10 * 60 * 1000

/** Whether nobody holds a job: for the row at hand, in SQL. */
export function hasNoLease(at: Date): RawBuilder<SqlBool> {
  const now = at.getTime()
  return sql<SqlBool>`(lease_until is null or lease_until < ${now} or lease_until > ${now + LONGEST_MS})`
}

/** The same of a row that was read. */
export function isFree(leaseUntil: number | null, at: Date): boolean {
  const now = at.getTime()
  return leaseUntil === null || leaseUntil < now || leaseUntil > now + LONGEST_MS
}
