import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import type { SourceHeadline } from '../../providers/news/news-source.ts'

const StoredHeadlines = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    source: z.string(),
    link: z.string(),
    isDirect: z.boolean(),
    publishedAt: z.number().transform((millis) => new Date(millis)),
  }),
)

type StoredNews = { headlines: SourceHeadline[]; fetchedAt: Date }

/** The last stored headlines of a source, by the source's cache key for the player. */
export async function findNews(
  db: Db,
  source: string,
  keys: readonly string[],
): Promise<Map<string, StoredNews>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('news_answers')
    .selectAll()
    .where('source', '=', source)
    .where('player_key', 'in', keys)
    .execute()
  return new Map(
    rows.map((row) => [
      row.player_key,
      { headlines: StoredHeadlines.parse(JSON.parse(row.items)), fetchedAt: new Date(row.fetched_at) },
    ]),
  )
}

export async function saveNews(
  db: Db,
  source: string,
  key: string,
  headlines: readonly SourceHeadline[],
  now: Date,
): Promise<void> {
  const items = headlines.map((each) => ({ ...each, publishedAt: each.publishedAt.getTime() }))
  const row = { items: JSON.stringify(items), fetched_at: now.getTime() }
  await db
    .insertInto('news_answers')
    .values({ source, player_key: key, ...row })
    .onConflict((conflict) => conflict.columns(['source', 'player_key']).doUpdateSet(row))
    .execute()
}

export async function deleteNewsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('news_answers').where('fetched_at', '<', at.getTime()).execute()
}

/** The newest week of a league whose lineups are stored; null without any. */
export async function findNewestLineupWeek(
  db: Db,
  leagueId: number,
): Promise<{ season: number; week: number } | null> {
  const newest = await db
    .selectFrom('lineup_weeks')
    .select(['season', 'week'])
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? null
}

/** The leagues that somebody has viewed since a time. */
export async function listLeaguesViewedSince(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('league_looks')
    .select('league_id')
    .where('at', '>=', at.getTime())
    .execute()
  return rows.map(({ league_id }) => league_id)
}
