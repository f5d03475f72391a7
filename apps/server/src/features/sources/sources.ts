import {
  addSource,
  listSleeperLeagues,
  listSources,
  removeSource,
} from '@fieldhouse/contract/leagues/sources'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import {
  describeRange,
  type LeagueSource,
  makeRoomFor,
  type SeasonRange,
} from '@fieldhouse/domain/league/league-sources'
import { leaguePageUrl } from '@fieldhouse/domain/league/provider-pages'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { parseProviderLeague } from '../../http/requests/provider-league.ts'
import { checkSport } from '../../ingestion/check-sport.ts'
import { jobRunningMessage, messageFor } from '../../ingestion/messages.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { blockRefreshes, type RunningLeagueJob } from '../../repositories/leagues/block-refreshes.ts'
import { listSources as readSources, saveSources } from '../../repositories/leagues/league-sources.ts'

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

type SourceChange =
  | { kind: 'saved'; source: { provider: ProviderName } }
  | { kind: 'source_overlaps' | 'source_not_found' }
  | { kind: 'source_cut'; cuts: SourceCut[] }
  | { kind: 'job_running'; job: RunningLeagueJob }

/** A source that would be read for fewer seasons, and for which ones. */
type SourceCut = { source: LeagueSource; left: SeasonRange[] }

/** The sources with the stored seasons in their range that came from their provider, newest first. */
async function listWithSeasons(
  db: Kysely<Database>,
  leagueId: number,
): Promise<(LeagueSource & { seasons: number[] })[]> {
  const sources = await readSources(db, leagueId)
  const seasons = await db
    .selectFrom('seasons')
    .select(['season', 'provider'])
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .execute()
  return sources.map((source) => ({
    ...source,
    seasons: seasons
      .filter(({ season, provider }) => provider === source.provider && isWithin(source, season))
      .map(({ season }) => season),
  }))
}

function isWithin({ firstSeason, lastSeason }: SeasonRange, season: number): boolean {
  return (firstSeason ?? season) <= season && season <= (lastSeason ?? season)
}

/**
 * Adds a source. An open end of another one makes room for its seasons. `isCutAllowed`: also if it has two ends and
 * takes seasons out of an open source; otherwise the result tells what would be cut.
 */
function insertSource(
  db: Db,
  leagueId: number,
  source: Omit<LeagueSource, 'id'>,
  isCutAllowed: boolean,
  actor: Actor,
  now: Date,
): Promise<SourceChange> {
  return inTransaction(db, async (transaction): Promise<SourceChange> => {
    const job = await blockRefreshes(transaction, leagueId)
    if (job !== null) return { kind: 'job_running', job }
    const before = await listWithSeasons(transaction, leagueId)
    const room = makeRoomFor(source, before)
    if (room === null) return { kind: 'source_overlaps' }
    const cuts = before.flatMap((each) => {
      const left = room.filter(({ id }) => id === each.id)
      return left.includes(each) ? [] : [{ source: each, left }]
    })
    const hasTwoEnds = source.firstSeason !== null && source.lastSeason !== null
    if (hasTwoEnds && cuts.length > 0 && !isCutAllowed) return { kind: 'source_cut', cuts }
    // Of a source that is cut in two, the second part is a new one.
    const others = room.map((each, index) =>
      room.findIndex(({ id }) => id === each.id) === index ? each : { ...each, id: 0 },
    )
    await saveSources(transaction, leagueId, [...others, source])
    const { provider, leagueId: providerLeagueId, firstSeason, lastSeason } = source
    await recordAuditEntry(transaction, {
      at: now,
      actor,
      action: 'league.add-source',
      leagueId,
      detail: { provider, league_id: providerLeagueId, from: firstSeason, to: lastSeason },
    })
    return { kind: 'saved', source }
  })
}

/** Its stored seasons stay. */
function deleteSource(db: Db, leagueId: number, id: number, actor: Actor, now: Date): Promise<SourceChange> {
  return inTransaction(db, async (transaction): Promise<SourceChange> => {
    const job = await blockRefreshes(transaction, leagueId)
    if (job !== null) return { kind: 'job_running', job }
    const sources = await readSources(transaction, leagueId)
    const removed = sources.find((source) => source.id === id)
    if (removed === undefined) return { kind: 'source_not_found' }
    await saveSources(
      transaction,
      leagueId,
      sources.filter((source) => source !== removed),
    )
    const detail = { provider: removed.provider, league_id: removed.leagueId }
    await recordAuditEntry(transaction, { at: now, actor, action: 'league.remove-source', leagueId, detail })
    return { kind: 'saved', source: removed }
  })
}
