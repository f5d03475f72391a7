import {
  addSource,
  listSleeperLeagues,
  listSources,
  removeSource,
} from '@fieldhouse/contract/leagues/sources'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { LEAGUE_PROVIDERS } from '@fieldhouse/domain/league/league-providers'
import { describeRange } from '@fieldhouse/domain/league/league-sources'
import { leaguePageUrl } from '@fieldhouse/domain/league/provider-pages'
import type { Context } from '../../context.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { parseProviderLeague } from '../../http/requests/provider-league.ts'
import { checkSport } from '../../ingestion/check-sport.ts'
import { jobRunningMessage, messageFor } from '../../ingestion/messages.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { deleteSource, insertSource, listWithSeasons, type SourceChange, type SourceCut } from './changes.ts'

/** All requests for a list together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

export const sources = [
  operation(listSources, ({ ctx, league }) => presentSources(ctx, league.id)),

  operation(addSource, async ({ ctx, league, user, body, request }) => {
    const { from = null, to = null } = body
    if (from !== null && to !== null && from > to)
      throw invalidField('to', 'The last season is before the first one.')
    const source = { ...parseProviderLeague(body), firstSeason: from, lastSeason: to }
    await checkSport(ctx, source, request.signal)
    const change = await insertSource(ctx.db, league.id, source, body.cut === true, user, ctx.now())
    const { label } = LEAGUE_PROVIDERS[requireSaved(change, ctx.now()).provider]
    return { message: `${label} added. Read its seasons next.`, ...(await presentSources(ctx, league.id)) }
  }),

  operation(removeSource, async ({ ctx, league, user, body }) => {
    const change = await deleteSource(ctx.db, league.id, body.id, user, ctx.now())
    const { label } = LEAGUE_PROVIDERS[requireSaved(change, ctx.now()).provider]
    return {
      message: `${label} removed. The stored seasons stay.`,
      ...(await presentSources(ctx, league.id)),
    }
  }),

  operation(listSleeperLeagues, async ({ ctx, query, request }) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const leagues = await ctx.providers.sleeper?.listLeaguesOfUser?.({ ...query, signal })
      if (leagues === null) throw createUnknownUser(query.username)
      return { leagues: toWire(leagues ?? []) }
    } catch (error) {
      if (!signal.aborted && !(error instanceof ProviderError)) throw error
      ctx.log.warn({ err: error }, 'failed to list leagues of a user')
      const failure =
        error instanceof ProviderError ? error : new ProviderError('unavailable', 'no response in time')
      throw new ApiError('provider_unavailable', { message: messageFor('sleeper', failure, false, '') })
    }
  }),
]

async function presentSources({ db }: Context, leagueId: number): Promise<ResponseOf<typeof listSources>> {
  const stored = await listWithSeasons(db, leagueId)
  return {
    sources: stored.map((source) => ({
      ...toWire(source),
      url: leaguePageUrl({ provider: source.provider, providerLeagueId: source.leagueId }),
    })),
  }
}

function requireSaved(change: SourceChange, now: Date) {
  if (change.kind === 'saved') return change.source
  if (change.kind === 'job_running')
    throw new ApiError(change.kind, { message: jobRunningMessage(change.job, now) })
  if (change.kind === 'source_cut') throw new ApiError(change.kind, { message: describeCuts(change.cuts) })
  throw new ApiError(change.kind)
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
