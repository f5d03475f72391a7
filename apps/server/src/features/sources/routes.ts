import { addSource, listSleeperLeagues, listSources, removeSource } from '@fieldhouse/contract/sources'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { describeRange } from '@fieldhouse/domain/league/league-sources'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { parseProviderLeague } from '../../http/requests/provider-league.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { checkSport, type SportCheck } from '../../ingestion/check-sport.ts'
import { jobRunningMessage, lookupMessageFor } from '../../ingestion/messages.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { LeagueOfUser } from '../../providers/sleeper/client/leagues-of-user.ts'
import { presentLeaguesOfUser, presentSources } from './present.ts'
import type { SourceChange, SourceCut, SourceStore } from './store.ts'

/** All requests for a list together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

export type SourcesOptions = SportCheck & { store: SourceStore; findSleeperLeagues: FindSleeperLeagues }

/** Lists the leagues of a user; null if Sleeper does not know the user. Throws a ProviderError. */
export type FindSleeperLeagues = (user: {
  username: string
  season: number
  signal: AbortSignal
}) => Promise<LeagueOfUser[] | null>

export const sourcesRoutes: Routes<SourcesOptions> = (app, options) => {
  const { store, findSleeperLeagues, log, now } = options

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
      await checkSport(options, source, request.signal)
      const isCutAllowed = request.body.cut === true
      const change = await store.add(id, source, { isCutAllowed, actor: currentUser(request), now: now() })
      const { provider } = requireSaved(change)
      const message = `${LEAGUE_PROVIDERS[provider].label} added. Read its seasons next.`
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

  app.route({
    ...listSleeperLeagues,
    async handler(request) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
      try {
        const leagues = await findSleeperLeagues({ ...request.query, signal })
        if (leagues === null) throw createUnknownUser(request.query.username)
        return presentLeaguesOfUser(leagues)
      } catch (error) {
        if (!signal.aborted && !(error instanceof ProviderError)) throw error
        log.warn({ err: error }, 'failed to list leagues of a user')
        const failure =
          error instanceof ProviderError ? error : new ProviderError('unavailable', 'no response in time')
        throw new ApiError('provider_unavailable', { message: lookupMessageFor('sleeper', failure, false) })
      }
    },
  })

  function requireSaved(change: SourceChange) {
    if (change.kind === 'saved') return change.source
    if (change.kind === 'job_running')
      throw new ApiError(change.kind, { message: jobRunningMessage(change.job, now()) })
    if (change.kind === 'source_cut') throw new ApiError(change.kind, { message: describeCuts(change.cuts) })
    throw new ApiError(change.kind)
  }
}

/** What a source leaves to others, such as 'ESPN league 4711 would be read for the seasons since 2020 only.' */
function describeCuts(cuts: readonly SourceCut[]): string {
  return cuts
    .map(({ source: { provider, leagueId }, left }) => {
      const ranges = new Intl.ListFormat('en').format(left.map(describeRange))
      return `${LEAGUE_PROVIDERS[provider].label} league ${leagueId} would be read for ${ranges} only.`
    })
    .join(' ')
}

function createUnknownUser(username: string): ApiError {
  const message = `Sleeper has no user ${username}. Enter the username of a Sleeper account, not a team's name.`
  return new ApiError('provider_user_not_found', { message, fields: { username: message } })
}
