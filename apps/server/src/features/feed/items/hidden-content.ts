import type { Comment } from '@fieldhouse/contract/feed-items'
import type { DisplayNames } from '../../../repositories/leagues/display-names.ts'
import type { Hidden } from './item-store.ts'

/** Whether a user gets the content of something: only its author and league admins do while it is hidden. */
export function canSeeContent(
  { hidden, userId }: { hidden: Hidden | null; userId: number | null },
  viewer: { userId: number; canRunLeague: boolean },
): boolean {
  return hidden === null || viewer.canRunLeague || userId === viewer.userId
}

/** Only league admins see who has hidden something. */
export function presentHidden(
  hidden: Hidden | null,
  { canRunLeague, names }: { canRunLeague: boolean; names: DisplayNames },
): Pick<Comment, 'hidden'> {
  if (hidden === null) return {}
  const { reason, at, byId } = hidden
  const by = canRunLeague && byId !== null ? { by: names.get(byId) ?? '' } : {}
  return { hidden: { reason, at: new Date(at).toISOString(), ...by } }
}

export function presentMuted(
  userId: number | null,
  { muted }: { muted: ReadonlySet<number> },
): Pick<Comment, 'muted'> {
  return userId !== null && muted.has(userId) ? { muted: true } : {}
}
