import {
  excludeFromRecords,
  listOwnerMerges,
  mergeOwners,
  undoOwnerMerge,
} from '@fieldhouse/contract/history-admin'
import { findLikelyDuplicates } from '@fieldhouse/domain/history/owners'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { HistoryCache } from './history-cache.ts'
import { presentMerge } from './present-owner.ts'
import { auditContextOf, mergeNotFoundError, requireOwner, sendHistoryError } from './requests.ts'
import type { HistoryStore } from './store.ts'

export type HistoryAdminOptions = { store: HistoryStore; cache: HistoryCache; now: () => Date }

export const historyAdminRoutes: FastifyPluginAsyncZod<HistoryAdminOptions> = async (
  app,
  { store, cache, now },
) => {
  app.setErrorHandler(sendHistoryError)

  app.route({
    ...listOwnerMerges,
    async handler(request) {
      const { id } = leagueOf(request)
      const [merges, { history }] = await Promise.all([store.listMerges(id), cache.get(id)])
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
      const { history } = await cache.get(leagueOf(request).id)
      const owner = requireOwner(history, request.body.owner)
      const into = requireOwner(history, request.body.into)
      if (owner === into) throw new ApiError('same_owner')
      await store.merge(owner, into, auditContextOf(request, now))
      return { message: `Merged ${owner.name} into ${into.name}.` }
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
