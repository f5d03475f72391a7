import {
  excludeFromRecords,
  listOwnerMerges,
  mergeOwners,
  undoOwnerMerge,
} from '@fieldhouse/contract/history-admin'
import { findLikelyDuplicates } from '@fieldhouse/domain/history/owners'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import { deedIn } from './deed-in.ts'
import type { HistoryCache } from './history-cache.ts'
import { knownOwner } from './known-owner.ts'
import { presentMerge } from './present-merge.ts'
import type { HistoryStore } from './store.ts'

export type HistoryAdminOptions = { store: HistoryStore; cache: HistoryCache; now: () => Date }

export const historyAdminRoutes: FastifyPluginAsyncZod<HistoryAdminOptions> = async (
  app,
  { store, cache, now },
) => {
  app.route({
    ...listOwnerMerges,
    async handler(request) {
      const { id } = leagueOf(request)
      const [merges, { history }] = await Promise.all([store.merges(id), cache.of(id)])
      return {
        merges: merges.map((merge) => presentMerge(merge, history.owners)),
        suggestions: findLikelyDuplicates(history.owners).map(({ owner, into }) => ({
          owner: owner.name,
          into: into.name,
        })),
      }
    },
  })

  app.route({
    ...mergeOwners,
    async handler(request) {
      const { history } = await cache.of(leagueOf(request).id)
      const owner = knownOwner(history, request.body.owner)
      const into = knownOwner(history, request.body.into)
      if (owner === into) throw new ApiError('same_owner')
      await store.merge(owner, into, deedIn(request, now))
      return { message: `${owner.name} and ${into.name} are one owner now.` }
    },
  })

  app.route({
    ...undoOwnerMerge,
    async handler(request) {
      const league = leagueOf(request)
      const merge = (await store.merges(league.id)).find((each) => each.id === request.params.id)
      if (merge === undefined) throw new ApiError('item_not_found')
      const { owner: from, alias: owner } = presentMerge(merge, (await cache.of(league.id)).history.owners)
      await store.undoMerge(merge.id, { owner, from }, deedIn(request, now))
      return { message: 'They are two owners again.' }
    },
  })

  app.route({
    ...excludeFromRecords,
    async handler(request) {
      const { season, reason } = request.body
      await store.exclude(season, reason, deedIn(request, now))
      const verb = reason === null ? 'counts' : 'does not count'
      return { message: `The season ${season} ${verb} for league records.` }
    },
  })
}
