import type { listOwnerMerges } from '@fieldhouse/contract/history-admin'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { AccountSeason } from '@fieldhouse/domain/history/identities'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner, OwnerAccount } from '@fieldhouse/domain/history/owners'
import { presentOwnerPicture } from './present-history.ts'
import type { StoredMerge } from './store.ts'

type MergesResponse = ResponseOf<typeof listOwnerMerges>
type Person = MergesResponse['people'][number]

const UNKNOWN_OWNER = 'Unknown owner'

/** Includes accounts without stored seasons, so that their merges can still be undone. */
export function presentMerge(
  { id, memberId, personId, mergedAt }: StoredMerge,
  owners: readonly Owner[],
): MergesResponse['merges'][number] {
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

type PeopleContext = {
  pictures: ReadonlyMap<Owner, string>
  merges: readonly StoredMerge[]
  seasons: readonly AccountSeason[]
}

/** Everyone who owned a team, with their accounts on all platforms. */
export function presentPeople(
  { owners, colors, seasons: history }: LeagueHistory,
  { pictures, merges, seasons }: PeopleContext,
): Person[] {
  const newestFirst = history.toReversed().flatMap(({ teams }) => teams)
  const mergeIds = new Map(merges.map(({ memberId, id }) => [memberId, id]))
  const owned = Map.groupBy(
    seasons.filter(({ isPrimary }) => isPrimary),
    ({ memberId }) => memberId,
  )
  return owners.map((owner) => ({
    ...presentOwnerPicture(owner, pictures),
    color: colors.get(owner) ?? null,
    logo: newestFirst.find((team) => team.owner === owner)?.team.logo ?? null,
    accounts: owner.accounts
      .toSorted((a, b) => (a.seasons[0] ?? 0) - (b.seasons[0] ?? 0))
      .map((account) => presentAccount(account, owned.get(account.memberId), mergeIds.get(account.memberId))),
  }))
}

function presentAccount(
  { names, seasons }: OwnerAccount,
  owned: readonly AccountSeason[] | undefined,
  mergeId: number | undefined,
): Person['accounts'][number] {
  const latest = owned?.at(-1)
  return {
    name: names[0] ?? UNKNOWN_OWNER,
    provider: latest?.provider ?? null,
    seasons,
    team: latest?.team ?? '',
    co_owners: [...(latest?.coOwners ?? [])],
    merge_id: mergeId ?? null,
  }
}
