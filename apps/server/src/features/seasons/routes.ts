import multipart from '@fastify/multipart'
import { getSeasonTemplate, listSeasons, uploadSeasons } from '@fieldhouse/contract/seasons'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { presentSeason, presentSeasons } from './present.ts'
import { seasonsFromFiles } from './seasons-from-files.ts'
import type { SeasonStore } from './store.ts'
import { csvTemplate } from './templates.ts'
import { readUploadedFiles } from './uploaded-files.ts'

export type SeasonsOptions = { store: SeasonStore; now: () => Date }

export const seasonsRoutes: FastifyPluginAsyncZod<SeasonsOptions> = async (app, { store, now }) => {
  await app.register(multipart)

  app.route({
    ...uploadSeasons,
    async handler(request) {
      const league = leagueOf(request)
      const seasons = seasonsFromFiles(await readUploadedFiles(request), league.espnLeagueId, seasonAt(now()))
      const stored = await store.storeAll(league.id, seasons, currentUser(request), now())
      return { seasons: stored.map(presentSeason) }
    },
  })

  app.route({
    ...listSeasons,
    async handler(request) {
      const { id } = leagueOf(request)
      const [summaries, failures] = await Promise.all([store.listSummaries(id), store.listFailures(id)])
      return presentSeasons(summaries, failures)
    },
  })

  app.route({
    ...getSeasonTemplate,
    async handler({ query }, reply) {
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="season-${query.kind}.csv"`)
        .send(csvTemplate(query.kind))
    },
  })
}
