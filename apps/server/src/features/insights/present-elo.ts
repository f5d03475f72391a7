import type { getEloRatings } from '@fieldhouse/contract/elo'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { EloHistory } from '@fieldhouse/domain/history/owner-elo'

export function presentElo({ weeks, owners }: EloHistory): ResponseOf<typeof getEloRatings> {
  return {
    weeks,
    owners: owners.map(({ owner: { name, slug }, ...elo }) => ({ name, slug, ...elo })),
  }
}
