import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { type LeagueSource, makeRoomFor, type SeasonRange } from '@fieldhouse/domain/league/league-sources'
import type { Kysely } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import type { Database } from '../../database/schema/schema.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit/audit.ts'
import { blockRefreshes, type RunningLeagueJob } from '../../repositories/leagues/block-refreshes.ts'
import { listSources, saveSources } from '../../repositories/leagues/league-sources.ts'

export type SourceChange =
  | { kind: 'saved'; source: { provider: ProviderName } }
  | { kind: 'source_overlaps' | 'source_not_found' }
  | { kind: 'source_cut'; cuts: SourceCut[] }
  | { kind: 'job_running'; job: RunningLeagueJob }

/** A source that would be read for fewer seasons, and for which ones. */
export type SourceCut = { source: LeagueSource; left: SeasonRange[] }

/** The sources with the stored seasons in their range that came from their provider, newest first. */
export async function listWithSeasons(
  db: Kysely<Database>,
  leagueId: number,
): Promise<(LeagueSource & { seasons: number[] })[]> {
  const sources = await listSources(db, leagueId)
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
export function insertSource(
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
export function deleteSource(
  db: Db,
  leagueId: number,
  id: number,
  actor: Actor,
  now: Date,
): Promise<SourceChange> {
  return inTransaction(db, async (transaction): Promise<SourceChange> => {
    const job = await blockRefreshes(transaction, leagueId)
    if (job !== null) return { kind: 'job_running', job }
    const sources = await listSources(transaction, leagueId)
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
