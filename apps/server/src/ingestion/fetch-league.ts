import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import type { ArchivePart, ArchivePartName, ArchivePlan } from '@fieldhouse/domain/rosters/archive'
import { addToTimeline, matchupInWeek, timelinePoint } from '@fieldhouse/domain/rosters/matchup'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game, GameSide, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { completeSeason, NO_ANSWERS, withConsistencyFindings } from '@fieldhouse/domain/seasons/season-check'
import {
  completenessOf,
  findSizeProblem,
  preserveScores,
  rejectionReason,
} from '@fieldhouse/domain/seasons/season-replacement'
import type { Context } from '../context.ts'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import { ApiError } from '../http/errors/api-error.ts'
import type { JobRun, LeagueJobRun } from '../jobs/job.ts'
import {
  OtherSportError,
  type ProviderCookies,
  ProviderError,
  type ProviderFailure,
  providerNamed,
} from '../providers/league-provider.ts'
import { archiveReader, estimateLineups } from '../repositories/archive-reader.ts'
import { blockRefreshes, type RunningLeagueJob, recordEvent } from '../repositories/change-league.ts'
import type { ProviderLeague } from '../repositories/league-sources.ts'
import { nflReader } from '../repositories/nfl.ts'
import { type CompressedResponse, compressResponses } from '../repositories/provider-response-store.ts'
import {
  findStoredCompleteness,
  listLastPoints,
  recordFailure,
  replaceSeason,
  saveTimelineChange,
} from '../repositories/season-store.ts'
import { findSeason } from '../repositories/stored-seasons.ts'
import type { Settings } from '../settings.ts'

export type IngestionContext = Pick<Context, 'db' | 'providers' | 'serverCookies' | 'log' | 'now'> & {
  settings: Pick<Settings, 'secretKey'>
  /** Reads the list of players that lineups need, if it is too old. Never rejects because of its source. */
  readPlayers: (run: JobRun) => Promise<void>
}

export type LeagueFetch = {
  ctx: IngestionContext
  run: LeagueJobRun
  cookies: ProviderCookies | null
  /** How old data may be besides the current scores. */
  maxAgeMs?: number
}

/** A season that is ready to be stored, without the findings of its consistency. */
export type FetchedSeason = { season: LeagueSeason; responses: CompressedResponse[] }

/** The season; null if it does not exist; otherwise why it could not be fetched, as a code and as text for users. */
export type SeasonFetchResult = FetchedSeason | null | { failure: ProviderFailure; reason: string }

type FetchedPart = { part: ArchivePart; responses: CompressedResponse[] }

/** The parts that were fetched, and those that failed, each with a reason as text for users. */
export type ArchiveFetchResult = { fetched: FetchedPart[]; failed: { part: string; reason: string }[] }

/** Cookies are only sent to the provider that they are for. */
export function toRequest(
  { run, cookies, maxAgeMs }: LeagueFetch,
  { provider, providerLeagueId }: Pick<ProviderLeague, 'provider' | 'providerLeagueId'>,
) {
  return {
    leagueId: providerLeagueId,
    cookies: LEAGUE_PROVIDERS[provider].hasCredentials ? cookies : null,
    signal: run.signal,
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  }
}

/** Fetches one season. Throws errors that are not the provider's, and the abort reason. */
export async function fetchSeason(
  fetch: LeagueFetch,
  league: ProviderLeague,
  season: number,
): Promise<SeasonFetchResult> {
  const { ctx, run, cookies } = fetch
  try {
    const provider = providerNamed(ctx.providers, league.provider)
    const response = await provider.readSeason({ ...toRequest(fetch, league), season })
    if (response === null) return null
    const { season: completed } = completeSeason(response.season, NO_ANSWERS, { hasOwnRecords: true })
    return { season: completed, responses: await compressResponses(response.raw) }
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, leagueId: league.id, season }, 'failed to read season from provider')
    return { failure: error.failure, reason: messageFor(league.provider, error, cookies !== null) }
  }
}

/**
 * Fetches all parts concurrently; the provider's client limits the requests. A part that fails hides no other one, also
 * not of the same week. Throws errors that are not the provider's, and the abort reason.
 */
export async function fetchArchive(
  fetch: LeagueFetch,
  league: ProviderLeague,
  season: number,
  { draft, weeks }: ArchivePlan,
): Promise<ArchiveFetchResult> {
  const { ctx, run, cookies } = fetch
  if (LEAGUE_PROVIDERS[league.provider].hasPlayerList) await ctx.readPlayers(run)
  const provider = providerNamed(ctx.providers, league.provider)
  const request = { ...toRequest(fetch, league), season }
  const parts = [
    ...(draft ? [{ part: 'the draft', week: null, fetching: fetchPart('draft', 0) }] : []),
    ...weeks.flatMap(({ week, period }) => [
      { part: `the lineups of week ${week}`, week, fetching: fetchPart('line-ups', week, period) },
      { part: `the transactions of week ${week}`, week, fetching: fetchPart('transactions', week) },
    ]),
  ]
  const fetched: FetchedPart[] = []
  const failed: FailedPart[] = []
  const settled = await Promise.allSettled(parts.map(({ fetching }) => fetching))
  run.signal.throwIfAborted()
  for (const [index, outcome] of settled.entries()) {
    const { part = '', week = null } = parts[index] ?? {}
    if (outcome.status === 'rejected') failed.push({ part, week, reason: failureReason(outcome.reason) })
    else if (outcome.value !== null) fetched.push(outcome.value)
  }
  return { fetched, failed: joinParts(failed) }

  async function fetchPart(
    name: ArchivePartName,
    week: number,
    period: number | null = null,
  ): Promise<FetchedPart | null> {
    // Week 0 has no lineups.
    if (name === 'line-ups' && week === 0) return null
    const response = await provider.readPart({ ...request, name, week, period })
    if (response === null) return null
    const problem = findSizeProblem(response.part)
    if (problem !== null) throw new ProviderError('unexpected_shape', problem)
    return { part: response.part, responses: await compressResponses(response.raw) }
  }

  function failureReason(error: unknown): string {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, leagueId: league.id, season }, 'failed to read part of a season')
    return messageFor(league.provider, error, cookies !== null)
  }
}

type FailedPart = { part: string; week: number | null; reason: string }

/** Names a week once if its lineups and its transactions failed for the same reason. */
function joinParts(failed: readonly FailedPart[]): ArchiveFetchResult['failed'] {
  const isSame = (a: FailedPart, b: FailedPart | undefined) =>
    a.week !== null && a.week === b?.week && a.reason === b.reason
  return failed.flatMap((each, index) => {
    if (isSame(each, failed[index - 1])) return []
    const part = isSame(each, failed[index + 1]) ? `week ${each.week}` : each.part
    return [{ part, reason: each.reason }]
  })
}

/** The season as it was stored, or as text for users why it was not. */
type StoreSeasonResult = { stored: LeagueSeason } | { rejection: string }

/**
 * Replaces the stored season, except for its scores that are better than the fetched ones, and records an event. If the
 * stored season is more complete, it stays, and the failure is recorded.
 */
export async function storeSeason(
  transaction: DbTransaction,
  { id: leagueId, provider }: Pick<ProviderLeague, 'id' | 'provider'>,
  { season: fetched, responses }: FetchedSeason,
  now: Date,
): Promise<StoreSeasonResult> {
  const season = await withPreservedScores(transaction, { leagueId, provider }, fetched)
  const completeness = completenessOf(season, 'espn')
  const stored = await findStoredCompleteness(transaction, leagueId, season.season)
  // An admin has decided that another provider has the season now.
  const isOtherProvider = stored !== null && stored.provider !== null && stored.provider !== provider
  if (!isOtherProvider && rejectionReason(stored, completeness) !== null) {
    const reason = incompleteSeasonMessage(provider)
    await recordFailure(transaction, leagueId, { season: season.season, reason, at: now })
    return { rejection: reason }
  }
  await replaceSeason(transaction, leagueId, { season, completeness, provider, responses }, now)
  const data = { season: season.season }
  await recordEvent(transaction, leagueId, { name: 'scoreboard', data }, now)
  return { stored: season }
}

export async function withPreservedScores(
  db: Db,
  { leagueId, provider }: { leagueId: number; provider: ProviderName },
  season: LeagueSeason,
): Promise<LeagueSeason> {
  const found = await findSeason(db, leagueId, season.season)
  const stored = found?.provider === provider ? found : null
  const { label: host } = LEAGUE_PROVIDERS[provider]
  const acceptedZeros = found?.acceptedZeros ?? []
  return withConsistencyFindings(preserveScores(season, { stored, host, acceptedZeros }))
}

type GameWithOpponent = Game & { away: GameSide }

/** Also for the previous period, whose results may be corrected. The lineups have to be stored before. */
export async function recordTimelines(
  transaction: DbTransaction,
  leagueId: number,
  season: LeagueSeason,
  now: Date,
): Promise<void> {
  const current = season.progress.currentPeriod
  if (scoringFormatOf(season.scoringType) !== 'points' || current === null) return
  for (const { period, weeks } of season.calendar.periods) {
    if (period !== current && period !== current - 1) continue
    const games = season.games.filter(
      (game): game is GameWithOpponent => game.period === period && game.away !== null,
    )
    await recordPeriod(transaction, { leagueId, ...season }, { games, nflWeeks: weeks }, now)
  }
}

async function recordPeriod(
  transaction: DbTransaction,
  { leagueId, season, isBestBall }: { leagueId: number } & Pick<LeagueSeason, 'season' | 'isBestBall'>,
  { games, nflWeeks }: { games: readonly GameWithOpponent[]; nflWeeks: readonly number[] },
  now: Date,
): Promise<void> {
  const isDecided = games.every(({ result }) => result !== 'undecided')
  const [week] = nflWeeks
  const archive = archiveReader(transaction)
  const lineups =
    isDecided || week === undefined
      ? []
      : await estimateLineups(archive, {
          leagueId,
          season,
          week,
          isBestBall,
          lineups: await archive.listLineups(leagueId, season, week),
          nflWeek: await nflReader(transaction).getWeek(season, week),
        })
  const gameIds = games.map(({ gameId }) => gameId)
  const lastPoints = await listLastPoints(transaction, leagueId, season, gameIds)
  for (const game of games) {
    const next = timelinePoint(matchupInWeek(game, { lineups, nflWeeks }), game.result, now)
    const change = next === null ? null : addToTimeline(lastPoints.get(game.gameId) ?? null, next)
    if (change !== null)
      await saveTimelineChange(transaction, { leagueId, season, gameId: game.gameId }, change)
  }
}

const BASE_URL_SETTINGS: Readonly<Record<ProviderName, string>> = {
  espn: 'ESPN_BASE_URL',
  sleeper: 'SLEEPER_BASE_URL',
}

/**
 * A message for users: why the provider could not be read and what to do about it.
 * @param shown what the site shows instead; empty for data that are only looked up
 */
export function messageFor(
  provider: ProviderName,
  error: ProviderError,
  hasCookies: boolean,
  shown = ' Showing the last good data.',
): string {
  if (error instanceof OtherSportError) return error.reason
  const { label, hasCredentials } = LEAGUE_PROVIDERS[provider]
  const setting = BASE_URL_SETTINGS[provider]
  switch (error.failure) {
    case 'not_visible':
      if (!hasCredentials) return `${label} denied access to this league. Check the league ID.`
      return hasCookies
        ? 'ESPN rejected the cookies for this league. They may be wrong or expired. Save new ones.'
        : 'This league is private on ESPN. Add the SWID and espn_s2 cookies of a league member to read it.'
    case 'refused':
      return `${label} is blocking this server. Check PROVIDER_USER_AGENT and ${setting}.`
    case 'busy':
      return `${label} is rate-limiting us. Try again in a few minutes.`
    case 'unavailable':
      return `${label} didn't respond.${shown} Try again later.`
    case 'not_json':
      return `${label} returned a web page instead of data. Check ${setting}, or try again later.`
    case 'too_large':
      return `${label} returned more data than a season can have.${shown}`
    case 'unexpected_shape':
      return `${label} returned data in an unknown format.${shown} Check for a newer Fieldhouse release.`
    case 'wrong_league':
      return `${label} returned another league or season.${shown} Check the league ID.`
  }
}

export function leagueNotFoundMessage(provider: ProviderName, leagueId: string): string {
  const { label } = LEAGUE_PROVIDERS[provider]
  return `${label} couldn't find league ${leagueId}. Correct the ${label} league ID in the league settings.`
}

export function noSourceMessage(season: number): string {
  return `This league has no source for the ${season} season. Add one under Sources in Admin Tools.`
}

export function jobRunningMessage({ kind, startedAt, done, total }: RunningLeagueJob, now: Date): string {
  const minutes = Math.floor((now.getTime() - startedAt.getTime()) / MINUTE_MS)
  const started = `started ${minutes < 1 ? 'less than a minute' : pluralize(minutes, 'minute')} ago`
  const progress = total === null ? started : `${started}, ${done} of ${total} steps done`
  return kind === 'backfill'
    ? `Past seasons of this league are being imported (${progress}). That can take several minutes. Try again when it has finished.`
    : `This league is being refreshed (${progress}). That usually takes less than a minute. Try again when it has finished.`
}

export function seasonNotFoundMessage(provider: ProviderName, season: number): string {
  return `${LEAGUE_PROVIDERS[provider].label} has no ${season} season for this league.`
}

function incompleteSeasonMessage(provider: ProviderName): string {
  return `${LEAGUE_PROVIDERS[provider].label} returned only part of the season. Showing the last good data. Try again later.`
}

export const INTERNAL_ERROR_MESSAGE =
  'Something went wrong on our end while reading this season. Showing the last good data.'

/** Blocks refreshes, like `blockRefreshes`. Throws `job_running` if one is running. */
export async function requireNoRefresh(
  transaction: DbTransaction,
  leagueId: number,
  now: Date,
): Promise<void> {
  const job = await blockRefreshes(transaction, leagueId)
  if (job !== null) throw new ApiError('job_running', { message: jobRunningMessage(job, now) })
}
