import {
  excludeFromRecords,
  listOwnerMerges,
  mergeAllOwners,
  mergeOwners,
  undoOwnerMerge,
} from '@fieldhouse/contract/history-admin'
import { suggestIdentities } from '@fieldhouse/domain/history/identities'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { HistoryCache } from './history-cache.ts'
import type { IdentityStore } from './identity-store.ts'
import { presentMerge, presentPeople } from './present-people.ts'
import { auditContextOf, mergeNotFoundError, requireOwner, sendHistoryError } from './requests.ts'
import type { HistoryStore } from './store.ts'

export type HistoryAdminOptions = {
  store: HistoryStore
  identities: IdentityStore
  cache: HistoryCache
  now: () => Date
}

export const historyAdminRoutes: FastifyPluginAsyncZod<HistoryAdminOptions> = async (
  app,
  { store, identities, cache, now },
) => {
  app.setErrorHandler(sendHistoryError)

  app.route({
    ...listOwnerMerges,
    async handler(request) {
      const { id } = leagueOf(request)
      const [merges, evidence, { history, pictures }] = await Promise.all([
        store.listMerges(id),
        identities.getEvidence(id),
        cache.get(id),
      ])
      return {
        merges: merges.map((merge) => presentMerge(merge, history.owners)),
        suggestions: suggestIdentities(history.owners, evidence).map(({ owner, into, ...suggestion }) => ({
          owner: owner.name,
          into: into.name,
          ...suggestion,
        })),
        people: presentPeople(history, { pictures, merges, seasons: evidence.seasons }),
      }
    },
  })

  app.route({
    ...mergeOwners,
    async handler(request) {
      const { history } = await cache.get(leagueOf(request).id)
      const pair = requirePair(history, request.body)
      await store.merge([pair], auditContextOf(request, now))
      return { message: `Merged ${pair.owner.name} into ${pair.into.name}.` }
    },
  })

  app.route({
    ...mergeAllOwners,
    async handler(request) {
      const { history } = await cache.get(leagueOf(request).id)
      const pairs = request.body.merges.map((pair) => requirePair(history, pair))
      await store.merge(pairs, auditContextOf(request, now))
      return { message: `Merged ${pluralize(pairs.length, 'pair')} of owners.` }
    },
  })

  app.route({
    ...undoOwnerMerge,
    async handler(request) {
      const league = leagueOf(request)
      const merge = (await store.listMerges(league.id)).find(({ id }) => id === request.params.id)
      if (merge === undefined) throw mergeNotFoundError()
      const { owner: from, alias: owner } = presentMerge(merge, (await cache.get(league.id)).history.owners)
      await store.undoMerge(merge.id, { owner, from }, auditContextOf(request, now))
      return { message: 'Merge undone. They are separate owners again.' }
    },
  })

  app.route({
    ...excludeFromRecords,
    async handler(request) {
      const { season, reason, expected } = request.body
      await store.setExclusion(season, { saved: { reason }, expected }, auditContextOf(request, now))
      return {
        message:
          reason === null
            ? `The ${season} season counts toward league records again.`
            : `The ${season} season is excluded from league records.`,
      }
    },
  })
}

function requirePair(history: Pick<LeagueHistory, 'owners'>, pair: { owner: string; into: string }) {
  const owner = requireOwner(history, pair.owner)
  const into = requireOwner(history, pair.into)
  if (owner === into) throw new ApiError('same_owner')
  return { owner, into }
}
