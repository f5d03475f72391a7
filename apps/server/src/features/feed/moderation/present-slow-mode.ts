import type { listFeed } from '@fieldhouse/contract/feed'
import type { ResponseOf } from '@fieldhouse/contract/operation'

/** `nextAt`: when the user may write again, in milliseconds since 1970; null for now. `slowMode` is null while it is off. */
export function presentSlowMode(
  slowMode: { seconds: number; nextAt: number | null } | null,
): Pick<ResponseOf<typeof listFeed>, 'slow_mode'> {
  if (slowMode === null) return {}
  const { seconds, nextAt } = slowMode
  return { slow_mode: { seconds, next_at: nextAt === null ? null : new Date(nextAt).toISOString() } }
}
