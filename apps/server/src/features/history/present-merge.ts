import type { listOwnerMerges } from '@fieldhouse/contract/history-admin'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { StoredMerge } from './store.ts'

type PresentedMerge = ResponseOf<typeof listOwnerMerges>['merges'][number]

/** Includes accounts without stored seasons, so that their merges can still be undone. */
export function presentMerge(
  { id, memberId, personId, mergedAt }: StoredMerge,
  owners: readonly Owner[],
): PresentedMerge {
  const owner = owners.find(({ id: ownerId }) => ownerId === personId)
  const alias = owners.flatMap(({ accounts }) => accounts).find((account) => account.memberId === memberId)
  return {
    id,
    owner: owner?.name ?? UNKNOWN_OWNER,
    alias: alias?.names[0] ?? UNKNOWN_OWNER,
    alias_seasons: alias?.seasons ?? [],
    merged_at: mergedAt.toISOString(),
  }
}

const UNKNOWN_OWNER = 'Unknown owner'
