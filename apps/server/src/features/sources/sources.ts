import * as contract from '@fieldhouse/contract/leagues/sources'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { LEAGUE_PROVIDERS, leaguePageUrl } from '@fieldhouse/domain/league/league-providers'
import {
  describeRange,
  type LeagueSource,
  putSource,
  type SeasonOrigin,
  type SeasonRange,
  type SourceRanges,
  sourceOf,
  storedSeasonsOf,
  removeSource as withoutSource,
} from '@fieldhouse/domain/league/league-sources'
import { knownSeasons, seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { messageFor, requireNoRefresh } from '../../ingestion/fetch-league.ts'
import { checkSport, parseProviderLeague } from '../../ingestion/league-fields.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import type { AuditedChange } from '../../repositories/audit.ts'
import { changeLeague } from '../../repositories/change-league.ts'
import { ENTERED_RANGES, readDocuments, replaceDocument } from '../../repositories/league-documents.ts'
import { listSources as readSources, saveSources } from '../../repositories/league-sources.ts'

/** All requests for a list together. Somebody waits for it. */
const TIMEOUT_MS = 20_000

const FIRST_SLEEPER_SEASON = 2017

export const sources = [
  operation(contract.listSources, async ({ ctx, league }) => ({
    sources: await presentSources(ctx, league.id),
  })),

  operation(contract.addSource, async (call) => {
    const { ctx, league, body, request } = call
    const source = { ...parseProviderLeague(body), ...parseRange(body, ctx.now()), id: 0 }
    await checkSport(ctx, source, request.signal)
    const { label } = LEAGUE_PROVIDERS[source.provider]
    if (body.preview) return previewSources(ctx, league.id, source, null)
    await changeLeague(call, async (change) => {
      const before = await requireRanges(change, league.id)
      const stored = await listOrigins(change.transaction, league.id)
      await saveRanges(change, league.id, requireChanged(putSource(before, source, stored)))
      await change.audit('league.add-source', describeSource(source))
    })
    return {
      message: `${label} added. Read its seasons next.`,
      sources: await presentSources(ctx, league.id),
    }
  }),

  operation(contract.editSource, async (call) => {
    const { ctx, league, body } = call
    const range = parseRange(body, ctx.now())
    if (body.preview) {
      const found = requireSource(await readRanges(ctx.db, league.id), body.id)
      return previewSources(ctx, league.id, { ...found, ...range }, found)
    }
    await changeLeague(call, async (change) => {
      const before = await requireRanges(change, league.id)
      const found = requireSource(before, body.id)
      const source = { ...found, ...range }
      const stored = await listOrigins(change.transaction, league.id)
      await saveRanges(change, league.id, requireChanged(putSource(before, source, stored, found)))
      await change.audit('league.edit-source', describeSource(source))
    })
    return { message: 'Saved.', sources: await presentSources(ctx, league.id) }
  }),

  operation(contract.removeSource, async (call) => {
    const { ctx, league, body } = call
    const { provider } = await changeLeague(call, async (change) => {
      const before = await requireRanges(change, league.id)
      const removed = requireSource(before, body.id)
      await saveRanges(change, league.id, withoutSource(before, removed))
      await change.audit('league.remove-source', {
        provider: removed.provider,
        league_id: removed.leagueId,
      })
      return removed
    })
    return {
      message: `${LEAGUE_PROVIDERS[provider].label} removed. The stored seasons stay.`,
      sources: await presentSources(ctx, league.id),
    }
  }),

  operation(contract.listSleeperLeagues, async ({ ctx, query, request }) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const { username } = query
    const current = seasonAt(ctx.now())
    const oldest = query.season ?? FIRST_SLEEPER_SEASON
    try {
      for (let season = query.season ?? current; season >= oldest; season -= 1) {
        const leagues = await ctx.providers.sleeper?.listLeaguesOfUser?.({ username, season, signal })
        if (leagues === null) throw createUnknownUser(username)
        if (leagues !== undefined && leagues.length > 0) return { season, leagues: toWire(leagues) }
      }
      return { season: query.season ?? current, leagues: [] }
    } catch (error) {
      if (!signal.aborted && !(error instanceof ProviderError)) throw error
      ctx.log.warn({ err: error }, 'failed to list leagues of a user')
      const failure =
        error instanceof ProviderError ? error : new ProviderError('unavailable', 'no response in time')
      throw new ApiError('provider_unavailable', { message: messageFor('sleeper', failure, false, '') })
    }
  }),
]

/** The sources of a league with their seasons, oldest seasons first; with `after`, as they would be. */
async function presentSources(ctx: Context, leagueId: number, after?: SourceRanges) {
  const ranges = after ?? (await readRanges(ctx.db, leagueId))
  const { seasons: stored } = await ctx.leagues.seasons(leagueId)
  const sources = ranges.sources.toSorted((a, b) => (a.firstSeason ?? 0) - (b.firstSeason ?? 0))
  return sources.map((source): ResponseOf<typeof contract.listSources>['sources'][number] => {
    const own = storedSeasonsOf(source, stored).toReversed()
    const others = sources.filter((each) => each !== source)
    const givesBack = withoutSource(ranges, source).sources.filter(
      (each) => !others.some((other) => isSameSource(other, each)),
    )
    return {
      ...toWire(source),
      seasons: own.map(({ season }) => season),
      missing: knownSeasons(own)
        .filter((season) => sourceOf([source], season) !== null)
        .filter((season) => !stored.some((each) => each.season === season))
        .toReversed(),
      gives_back: toWire(givesBack.map(({ id: _, ...range }) => range)),
      url: leaguePageUrl({ provider: source.provider, providerLeagueId: source.leagueId }),
    }
  })
}

async function previewSources(
  ctx: Context,
  leagueId: number,
  added: LeagueSource,
  replaced: LeagueSource | null,
) {
  const before = await readRanges(ctx.db, leagueId)
  const stored = await listOrigins(ctx.db, leagueId)
  const found = before.sources.find(({ id }) => id === replaced?.id) ?? null
  const after = requireChanged(putSource(before, added, stored, found))
  const own = storedSeasonsOf(added, stored)
  const isRead = ({ sources }: SourceRanges, { season }: SeasonOrigin) => sourceOf(sources, season) !== null
  const notes = [
    describeReplaced(
      added,
      stored.filter((each) => sourceOf([added], each.season) !== null && !own.includes(each)),
    ),
    describeLeft(stored.filter((each) => isRead(before, each) && !isRead(after, each))),
  ].filter((note) => note !== null)
  return {
    message: notes.length === 0 ? 'No stored season changes.' : notes.join(' '),
    sources: await presentSources(ctx, leagueId, after),
  }
}

function describeReplaced({ provider }: LeagueSource, seasons: readonly SeasonOrigin[]): string | null {
  if (seasons.length === 0) return null
  const { label } = LEAGUE_PROVIDERS[provider]
  return `${listYears(seasons)} came from elsewhere, and no source has them now. ${label} replaces those that it has.`
}

function describeLeft(seasons: readonly SeasonOrigin[]): string | null {
  if (seasons.length === 0) return null
  const verbs = seasons.length === 1 ? 'stays, and is' : 'stay, and are'
  return `${listYears(seasons)} ${verbs} no longer refreshed.`
}

function listYears(seasons: readonly SeasonOrigin[]): string {
  return LIST_FORMAT.format(seasons.map(({ season }) => `${season}`))
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** A league may plan for its next season. Throws `invalid_input`. */
function parseRange(
  { from = null, to = null }: { from?: number | null | undefined; to?: number | null | undefined },
  now: Date,
): SeasonRange {
  const latest = seasonAt(now) + 1
  if (from !== null && from > latest) throw invalidField('from', `The latest season can be ${latest}.`)
  if (to !== null && to > latest) throw invalidField('to', `The latest season can be ${latest}.`)
  if (from !== null && to !== null && from > to)
    throw invalidField('to', 'The last season is before the first one.')
  return { firstSeason: from, lastSeason: to }
}

function requireChanged(change: ReturnType<typeof putSource>): SourceRanges {
  if (change.kind === 'changed') return change
  const { provider, leagueId } = change.source
  const name = `${LEAGUE_PROVIDERS[provider].label} league ${leagueId}`
  const message =
    change.kind === 'nothing_left'
      ? `${name} is read for ${describeRange(change.source)}, so nothing would be left for it. Enter other seasons, or remove it first.`
      : `${name} has stored ${LIST_FORMAT.format(change.seasons.map(String))}. Enter other seasons, or change which ones it is read for.`
  throw new ApiError('source_overlaps', { message })
}

function requireSource({ sources }: SourceRanges, id: number): LeagueSource {
  const found = sources.find((source) => source.id === id)
  if (found === undefined) throw new ApiError('source_not_found')
  return found
}

function isSameSource(a: LeagueSource, b: LeagueSource): boolean {
  return a.id === b.id && a.firstSeason === b.firstSeason && a.lastSeason === b.lastSeason
}

function describeSource({ provider, leagueId, firstSeason, lastSeason }: LeagueSource) {
  return { provider, league_id: leagueId, from: firstSeason, to: lastSeason }
}

function createUnknownUser(username: string): ApiError {
  const message = `Sleeper has no user ${username}. Enter the username of a Sleeper account, not a team's name.`
  return new ApiError('provider_user_not_found', { message, fields: { username: message } })
}

async function readRanges(db: Context['db'], leagueId: number): Promise<SourceRanges> {
  const [document] = await readDocuments(db, leagueId, ENTERED_RANGES)
  return { sources: await readSources(db, leagueId), entered: document?.document ?? [] }
}

/** The ranges before a change, for which no refresh may read the league. Throws `job_running`. */
async function requireRanges({ transaction, now }: AuditedChange, leagueId: number): Promise<SourceRanges> {
  await requireNoRefresh(transaction, leagueId, now)
  return readRanges(transaction, leagueId)
}

async function saveRanges({ transaction, now }: AuditedChange, leagueId: number, ranges: SourceRanges) {
  await saveSources(transaction, leagueId, ranges.sources)
  const document = ranges.entered.length === 0 ? null : [...ranges.entered]
  await replaceDocument(transaction, { leagueId, userId: null }, ENTERED_RANGES, document, now)
}

function listOrigins(db: Db, leagueId: number): Promise<SeasonOrigin[]> {
  return db
    .selectFrom('seasons')
    .select(['season', 'provider', 'provider_league_id as providerLeagueId'])
    .where('league_id', '=', leagueId)
    .orderBy('season')
    .execute()
}
