import { addSource, listSources, removeSource } from '@fieldhouse/contract/sources'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { parseProviderLeague } from '../../http/requests/provider-league.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import { presentSources } from './present.ts'
import type { SourceChange, SourceStore } from './store.ts'

export type SourcesOptions = { store: SourceStore; now: () => Date }

export const sourcesRoutes: Routes<SourcesOptions> = (app, { store, now }) => {
  app.route({
    ...listSources,
    async handler(request) {
      return presentSources(await store.list(leagueOf(request).id))
    },
  })

  app.route({
    ...addSource,
    async handler(request) {
      const { id } = leagueOf(request)
      const { from = null, to = null } = request.body
      if (from !== null && to !== null && from > to)
        throw invalidField('to', 'The last season is before the first one.')
      const source = { ...parseProviderLeague(request.body), firstSeason: from, lastSeason: to }
      const { provider } = requireSaved(await store.add(id, source, currentUser(request), now()))
      const message = `${LEAGUE_PROVIDERS[provider].label} added. Refresh the league to read it.`
      return { message, ...presentSources(await store.list(id)) }
    },
  })

  app.route({
    ...removeSource,
    async handler(request) {
      const { id } = leagueOf(request)
      const change = await store.remove(id, request.body.id, currentUser(request), now())
      const { provider } = requireSaved(change)
      const message = `${LEAGUE_PROVIDERS[provider].label} removed. The stored seasons stay.`
      return { message, ...presentSources(await store.list(id)) }
    },
  })

  function requireSaved(change: SourceChange) {
    if (change.kind === 'saved') return change.source
    if (change.kind === 'job_running')
      throw new ApiError(change.kind, { message: jobRunningMessage(change.job, now()) })
    throw new ApiError(change.kind)
  }
}
