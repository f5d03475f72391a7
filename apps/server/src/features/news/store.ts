import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'
import { isOneOf } from '../../database/engine/dialect.ts'
import { upsert } from '../../database/engine/queries.ts'
import type { SourceHeadline } from '../../providers/news.ts'

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

export async function findNews(db: Db, source: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('news_responses')
    .selectAll()
    .where('source', '=', source)
    .where(isOneOf(db, 'player_key', keys, 'text'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.player_key,
      { headlines: StoredHeadlines.parse(JSON.parse(row.items)), fetchedAt: row.fetched_at },
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
  await upsert(db, 'news_responses', { source, player_key: key }, row)
}
