import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import type { SeasonDepth, SeasonSource } from '@fieldhouse/domain/seasons/season-replacement'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../database/engine/database.ts'
import type { Database } from '../database/schema/schema.ts'

export type StoredSeason = LeagueSeason & {
  /** The NFL weeks whose zeros an admin has accepted, which the next refresh takes. */
  acceptedZeros: number[]
  /** null for a season that was read from its provider, or from its captured responses. */
  file: FileOrigin | null
  source: SeasonSource
  /** The provider that it came from, directly or as files; null for a CSV table. */
  provider: ProviderName | null
  depth: SeasonDepth
  fetchedAt: Date
  /** Whether it came from a league archive and has not been replaced since. */
  isImported: boolean
}

export type FileOrigin = {
  files: { name: string; sha256: string }[]
  /** The version of the format; null for tables. */
  version: number | null
  /** The platform that the season was played on, as the file calls it; null if unknown. */
  platform: string | null
}

/** The JSON of a season. What other leagues are asked for, or changes without the season, is in columns. */
export type SeasonDocument = Omit<LeagueSeason, 'season' | 'providerLeagueId' | 'draftAt'> & {
  /** ISO 8601. */
  draftAt: string | null
  acceptedZeros: number[]
  file: FileOrigin | null
}

export function seasonRow(leagueId: number, stored: StoredSeason): Insertable<Database['seasons']> {
  const { season, providerLeagueId, source, provider, depth, fetchedAt, isImported, ...rest } = stored
  const document: SeasonDocument = { ...rest, draftAt: rest.draftAt?.toISOString() ?? null }
  return {
    league_id: leagueId,
    season,
    source,
    provider,
    provider_league_id: provider === null ? null : providerLeagueId,
    depth,
    fetched_at: fetchedAt.getTime(),
    is_imported: isImported ? 1 : 0,
    is_finished: rest.progress.isFinished ? 1 : 0,
    current_week: rest.progress.currentWeek,
    document: JSON.stringify(document),
  }
}

export function toStoredSeason(row: Selectable<Database['seasons']>): StoredSeason {
  const { draftAt, ...document } = JSON.parse(row.document) as SeasonDocument
  return {
    ...document,
    season: row.season,
    providerLeagueId: row.provider_league_id ?? '',
    draftAt: draftAt === null ? null : new Date(draftAt),
    source: row.source,
    provider: row.provider,
    depth: row.depth,
    fetchedAt: new Date(row.fetched_at),
    isImported: row.is_imported === 1,
  }
}

export async function findSeason(db: Db, leagueId: number, season: number): Promise<StoredSeason | null> {
  const row = await db
    .selectFrom('seasons')
    .selectAll()
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .executeTakeFirst()
  return row === undefined ? null : toStoredSeason(row)
}

export async function findNewestSeason(db: Db, leagueId: number): Promise<number | null> {
  const row = await db
    .selectFrom('seasons')
    .select('season')
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.season ?? null
}

/** Every stored season of a league, oldest first. */
export async function listSeasons(db: Db, leagueId: number): Promise<StoredSeason[]> {
  return (await selectSeasons(db, leagueId).execute()).map(toStoredSeason)
}

export const selectSeasons = (db: Db, leagueId: number) =>
  db.selectFrom('seasons').selectAll().where('league_id', '=', leagueId).orderBy('season')

export async function listSeasonsOf(
  db: Db,
  wanted: readonly { leagueId: number; season: number }[],
): Promise<Map<number, StoredSeason>> {
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('seasons')
    .selectAll()
    .where((eb) => {
      const tuples = wanted.map(({ leagueId, season }) => eb.tuple(leagueId, season))
      return eb(eb.refTuple('league_id', 'season'), 'in', tuples)
    })
    .execute()
  return new Map(rows.map((row) => [row.league_id, toStoredSeason(row)]))
}

export async function listNewestSeasons(
  db: Db,
  leagueIds: readonly number[],
): Promise<Map<number, StoredSeason>> {
  if (leagueIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('seasons')
    .selectAll()
    .where('league_id', 'in', leagueIds)
    .where('season', '=', (eb) =>
      eb
        .selectFrom('seasons as newer')
        .select(({ fn }) => fn.max('newer.season').as('newest'))
        .whereRef('newer.league_id', '=', 'seasons.league_id'),
    )
    .execute()
  return new Map(rows.map((row) => [row.league_id, toStoredSeason(row)]))
}

export async function updateSeason(db: Db, leagueId: number, stored: StoredSeason): Promise<void> {
  await db
    .updateTable('seasons')
    .set(seasonRow(leagueId, stored))
    .where((eb) => eb.and({ league_id: leagueId, season: stored.season }))
    .execute()
}

/** In the newest season with the team if `season` is null. null if the team is not stored. */
export async function findTeamOwner(
  db: Db,
  leagueId: number,
  teamId: number,
  season: number | null,
): Promise<{ season: number; memberId: string | null } | null> {
  const seasons = season === null ? await listSeasons(db, leagueId) : [await findSeason(db, leagueId, season)]
  for (const stored of seasons.reverse()) {
    const team = stored?.teams.find((each) => each.teamId === teamId)
    if (stored != null && team !== undefined)
      return { season: stored.season, memberId: team.ownerIds[0] ?? null }
  }
  return null
}
