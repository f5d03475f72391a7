import {
  listOwnerMerges,
  mergeAllOwners,
  mergeOwners,
  undoOwnerMerge,
} from '@fieldhouse/contract/history/administration'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { type AccountSeason, suggestIdentities } from '@fieldhouse/domain/history/identities'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { ApiError } from '../../http/errors/api-error.ts'
import { type Call, operation } from '../../http/operation.ts'
import type { LeagueSeasons } from '../../repositories/league-values/league.ts'
import { listMerges, mergePairs, type StoredMerge, undoMerge } from './changes.ts'
import { editOf } from './history.ts'
import { readEvidence } from './identities.ts'
import { presentOwnerPicture } from './present.ts'
import { readPictures, requireOwner } from './read-history.ts'

type MergesResponse = ResponseOf<typeof listOwnerMerges>
type Person = MergesResponse['people'][number]

const UNKNOWN_OWNER = 'Unknown owner'

/** Which accounts are the same person. */
export const people = [
  operation(listOwnerMerges, async ({ ctx, league: { id } }) => {
    const league = await ctx.leagues.seasons(id)
    const [merges, evidence, pictures] = await Promise.all([
      listMerges(ctx.db, id),
      readEvidence(ctx.db, league),
      readPictures(ctx, league),
    ])
    const { owners } = league.history()
    return {
      merges: merges.map((merge) => presentMerge(merge, owners)),
      suggestions: suggestIdentities(owners, evidence).map(({ owner, into, ...suggestion }) => ({
        owner: owner.name,
        into: into.name,
        ...suggestion,
      })),
      people: presentPeople(league, pictures.owners, merges, evidence.seasons),
    }
  }),

  operation(mergeOwners, async (call) => {
    const [pair] = await merge(call, [call.body])
    return { message: `Merged ${pair?.owner.name} into ${pair?.into.name}.` }
  }),

  operation(mergeAllOwners, async (call) => {
    const pairs = await merge(call, call.body.merges)
    return { message: `Merged ${pluralize(pairs.length, 'pair')} of owners.` }
  }),

  operation(undoOwnerMerge, async (call) => {
    const { ctx, league, params } = call
    const merge = (await listMerges(ctx.db, league.id)).find(({ id }) => id === params.id)
    if (merge === undefined) throw mergeNotFound()
    const { owners } = (await ctx.leagues.seasons(league.id)).history()
    const { owner: from, alias: owner } = presentMerge(merge, owners)
    if (!(await undoMerge(ctx.db, editOf(call), merge.id, { owner, from }))) throw mergeNotFound()
    return { message: 'Merge undone. They are separate owners again.' }
  }),
]

async function merge(
  call: Call<typeof mergeOwners> | Call<typeof mergeAllOwners>,
  named: readonly { owner: string; into: string }[],
) {
  const league = await call.ctx.leagues.seasons(call.league.id)
  const pairs = named.map((pair) => {
    const [owner, into] = [requireOwner(league, pair.owner), requireOwner(league, pair.into)]
    if (owner === into) throw new ApiError('same_owner')
    return { owner, into }
  })
  const result = await mergePairs(call.ctx.db, editOf(call), pairs)
  if (result !== 'merged') throw new ApiError(result)
  return pairs
}

const mergeNotFound = () => new ApiError('item_not_found', { message: 'That merge was already undone.' })

/** Includes accounts without stored seasons, so that their merges can still be undone. */
function presentMerge(
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

/** Everyone who owned a team, with their accounts on all platforms. */
function presentPeople(
  league: LeagueSeasons,
  pictures: ReadonlyMap<Owner, string>,
  merges: readonly StoredMerge[],
  seasons: readonly AccountSeason[],
): Person[] {
  const { owners, colors, seasons: ranked } = league.history()
  const newestFirst = ranked.toReversed().flatMap(({ teams }) => teams)
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
      .map(({ names, seasons: ofAccount, memberId }) => {
        const latest = owned.get(memberId)?.at(-1)
        return {
          name: names[0] ?? UNKNOWN_OWNER,
          provider: latest?.provider ?? null,
          seasons: ofAccount,
          team: latest?.team ?? '',
          co_owners: [...(latest?.coOwners ?? [])],
          merge_id: mergeIds.get(memberId) ?? null,
        }
      }),
  }))
}
