import { type LeagueSource, sourceOf } from '@fieldhouse/domain/league/league-sources'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { leagueNotFoundMessage, messageFor } from '../../ingestion/messages.ts'
import { type FetchOptions, type IngestionLog, toRequest } from '../../ingestion/season-ingestion.ts'
import { type LeagueProviders, ProviderError, providerNamed } from '../../providers/league-provider.ts'
import { type BackfillPlan, yearsInRange } from './backfill-plan.ts'

export type ListingContext = {
  leagueId: number
  sources: readonly LeagueSource[]
  providers: LeagueProviders
  options: FetchOptions
  /** The stored seasons that are not read again if their source cannot be listed. */
  listFinalSeasons: () => Promise<number[]>
  log: IngestionLog
  now: () => Date
}

/** Skips the seasons that no source lists. If a source cannot list its seasons, those that are not final fail. */
export async function listSeasonsInRange(
  context: ListingContext,
  plan: BackfillPlan,
): Promise<Pick<BackfillPlan, 'seasons' | 'skipped' | 'failed'>> {
  const years = yearsInRange(plan)
  const listed = new Set<number>()
  const failed: BackfillPlan['failed'] = []
  for (const source of context.sources) {
    const ownYears = years.filter((year) => sourceOf([source], year) !== null)
    const seasons = ownYears.length === 0 ? [] : await listSeasonsOf(context, source, ownYears)
    if (Array.isArray(seasons)) for (const year of seasons) listed.add(year)
    else {
      const final = plan.force ? [] : await context.listFinalSeasons()
      const missing = ownYears.filter((year) => !final.includes(year))
      failed.push(...missing.map((year) => ({ year, reason: seasons.reason })))
    }
  }
  const failedYears = failed.map(({ year }) => year)
  return {
    seasons: years.filter((year) => listed.has(year)),
    skipped: years.filter((year) => !listed.has(year) && !failedYears.includes(year)),
    failed: failed.sort((a, b) => b.year - a.year),
  }
}

/** Looks from the source's newest season back, then in the range: the league may have ended long ago. */
async function listSeasonsOf(
  { leagueId, providers, options, log, now }: ListingContext,
  source: LeagueSource,
  years: readonly number[],
): Promise<number[] | { reason: string }> {
  const [end, start] = [Math.max(...years), Math.min(...years)]
  const newest = Math.min(seasonAt(now()), source.lastSeason ?? Number.POSITIVE_INFINITY)
  const league = { id: leagueId, provider: source.provider, providerLeagueId: source.leagueId }
  const request = toRequest(league, options)
  const provider = providerNamed(providers, source.provider)
  try {
    const response =
      (end === newest ? null : await provider.listSeasons({ ...request, newest })) ??
      (await provider.listSeasons({ ...request, newest: end, oldest: start }))
    if (response === null) return { reason: leagueNotFoundMessage(source.provider, source.leagueId) }
    return response.knownSeasons.seasons.filter((season) => years.includes(season))
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, leagueId }, 'failed to list seasons')
    return { reason: messageFor(source.provider, error, request.cookies !== null) }
  }
}
