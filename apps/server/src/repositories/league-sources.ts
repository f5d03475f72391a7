import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { LeagueAtProvider, ProviderName } from '@fieldhouse/domain/league/league-providers'
import {
  type LeagueSource,
  leagueIdFor,
  newestSource,
  sourceOf,
} from '@fieldhouse/domain/league/league-sources'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import { parseJson } from '../files/json.ts'
import { RECOGNIZED_FILES } from '../providers/recorded-leagues.ts'
import { findSeasonResponse, UPLOAD_PREFIX } from './provider-response-store.ts'

export type ProviderLeague = { id: number; provider: ProviderName; providerLeagueId: string }

type NewSource = Omit<LeagueSource, 'id'> & { id?: number }

/** The sources of a league, those with the oldest seasons first. */
export async function listSources(db: Db, leagueId: number): Promise<LeagueSource[]> {
  const rows = await db
    .selectFrom('league_sources')
    .select(['id', 'provider', 'provider_league_id as leagueId', 'first_season as firstSeason'])
    .select('last_season as lastSeason')
    .where('league_id', '=', leagueId)
    .orderBy('id')
    .execute()
  const sources = rows.length > 0 ? rows : await listImpliedSources(db, leagueId)
  return sources.sort((a, b) => (a.firstSeason ?? 0) - (b.firstSeason ?? 0))
}

/** The source of a league that release 0.1.0 has created or exported, which it does not list. Its ID is 0. */
async function listImpliedSources(db: Db, leagueId: number): Promise<LeagueSource[]> {
  const row = await db
    .selectFrom('leagues')
    .select('espn_league_id')
    .where('id', '=', leagueId)
    .executeTakeFirst()
  if (row === undefined || row.espn_league_id === 0) return []
  const id = { id: 0, provider: 'espn', leagueId: String(row.espn_league_id) } as const
  return [{ ...id, firstSeason: null, lastSeason: null }]
}

export async function findProviderLeague(
  db: Db,
  leagueId: number,
  season: number,
): Promise<ProviderLeague | null> {
  const source = sourceOf(await listSources(db, leagueId), season)
  if (source === null) return null
  const stored = await db
    .selectFrom('seasons')
    .select(['season', 'provider_league_id as providerLeagueId'])
    .$narrowType<{ providerLeagueId: string }>()
    .where((eb) => eb.and({ league_id: leagueId, provider: source.provider }))
    .where('provider_league_id', 'is not', null)
    // A file can name any league.
    .where('source', '!=', 'csv')
    .execute()
  return {
    id: leagueId,
    provider: source.provider,
    providerLeagueId: leagueIdFor(season, source, stored),
  }
}

/**
 * The league at the provider of its newest seasons: its newest stored season there, otherwise as the source names it.
 * null for a league without a source.
 */
export async function findLeagueAtProvider(db: Db, leagueId: number): Promise<LeagueAtProvider | null> {
  const source = newestSource(await listSources(db, leagueId))
  if (source === null) return null
  const { provider } = source
  const newest = await db
    .selectFrom('seasons')
    .select(['season', 'provider_league_id'])
    .where((eb) => eb.and({ league_id: leagueId, provider }))
    .orderBy('season', 'desc')
    .executeTakeFirst()
  return newest?.provider_league_id == null
    ? { provider, providerLeagueId: source.leagueId }
    : { provider, providerLeagueId: newest.provider_league_id, season: newest.season }
}

/** Stores the sources of a league in place of those before, in the transaction that has locked the league. */
export async function saveSources(
  transaction: DbTransaction,
  leagueId: number,
  sources: readonly NewSource[],
): Promise<void> {
  const ids = sources.flatMap(({ id }) => (id === undefined || id === 0 ? [] : [id]))
  await transaction
    .deleteFrom('league_sources')
    .where('league_id', '=', leagueId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  for (const { id, provider, leagueId: providerLeagueId, firstSeason, lastSeason } of sources) {
    const values = {
      provider,
      provider_league_id: providerLeagueId,
      first_season: firstSeason,
      last_season: lastSeason,
    }
    if (id === undefined || id === 0)
      await transaction
        .insertInto('league_sources')
        .values({ league_id: leagueId, ...values })
        .execute()
    else await transaction.updateTable('league_sources').set(values).where('id', '=', id).execute()
  }
  const espn = newestSource(sources.filter(({ provider }) => provider === 'espn'))
  await transaction
    .updateTable('leagues')
    .set({ espn_league_id: Number(espn?.leagueId ?? 0) })
    .where('id', '=', leagueId)
    .execute()
}

/** `by` is the username of the admin who imported the archive; null for the command line. */
export type LeagueImport = NonNullable<ReturnType<typeof toLeagueImport>>

export async function findLeagueImport(db: Db, leagueId: number): Promise<LeagueImport | null> {
  const row = await db
    .selectFrom('league_imports')
    .select(['imported_at', 'imported_by'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row === undefined ? null : toLeagueImport(row)
}

/** null for a row of this server, which has no time of an import. */
export function toLeagueImport(row: { imported_at: number | null; imported_by: string | null }) {
  return row.imported_at === null ? null : { at: new Date(row.imported_at), by: row.imported_by }
}

/** The archive that contained each season. Seasons that were stored on this server have no entry. */
export async function listSeasonImports(db: Db, leagueId: number): Promise<Map<number, LeagueImport>> {
  const rows = await db
    .selectFrom('seasons')
    .innerJoin('league_imports', 'league_imports.league_id', 'seasons.league_id')
    .select(['season', 'imported_at', 'imported_by'])
    .where((eb) => eb.and({ 'seasons.league_id': leagueId, is_imported: 1 }))
    .execute()
  return new Map(rows.map((row) => [row.season, { at: new Date(row.imported_at), by: row.imported_by }]))
}

/** A league counts as being viewed for this long after the last request for it. */
const VIEW_TTL_MS = 2 * MINUTE_MS

export function isRecentView(viewedAtMs: number, now: Date): boolean {
  return viewedAtMs > now.getTime() - VIEW_TTL_MS
}

export async function listViewedLeagues(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('league_views')
    .select('league_id')
    .where('at', '>', now.getTime() - VIEW_TTL_MS)
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}

/**
 * The IDs of a league's stored seasons, and of those that they say they follow, at the providers where a league has another
 * ID every season.
 */
export async function listKnownLeagueIds(db: Db, leagueId: number): Promise<Set<string>> {
  const seasons = await db
    .selectFrom('seasons')
    .select(['season', 'provider', 'provider_league_id as id'])
    .where('league_id', '=', leagueId)
    .execute()
  const ids = new Set<string>()
  for (const { season, provider, id } of seasons) {
    const previous = RECOGNIZED_FILES.find((each) => each.provider === provider)?.previousLeague
    if (id === null || previous === undefined) continue
    ids.add(id)
    const request = previous.request(id)
    const own = await findSeasonResponse(db, leagueId, season, [request, `${UPLOAD_PREFIX}${request}`])
    const previousId = own === null ? null : previous.idIn(parseJson(own.body))
    if (previousId !== null) ids.add(previousId)
  }
  return ids
}
