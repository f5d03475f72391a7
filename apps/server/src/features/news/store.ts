import { z } from 'zod'
import type { Db } from '../../database/database.ts'
import type { SourcedHeadline } from '../../providers/news/news-source.ts'

const Stored = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    source: z.string(),
    link: z.string(),
    isDirect: z.boolean(),
    publishedAt: z.number().transform((millis) => new Date(millis)),
  }),
)

export type NewsAnswer = { headlines: SourcedHeadline[]; fetchedAt: Date }

export type NewsStore = ReturnType<typeof newsStore>

export function newsStore(db: Db) {
  return {
    /** What a source last said, by the key that it knows a player by. */
    async answersOf(source: string, keys: readonly string[]): Promise<Map<string, NewsAnswer>> {
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
          { headlines: Stored.parse(JSON.parse(row.items)), fetchedAt: new Date(row.fetched_at) },
        ]),
      )
    },

    async keep(source: string, key: string, headlines: readonly SourcedHeadline[], now: Date): Promise<void> {
      const items = headlines.map((each) => ({ ...each, publishedAt: each.publishedAt.getTime() }))
      const row = { items: JSON.stringify(items), fetched_at: now.getTime() }
      await db
        .insertInto('news_answers')
        .values({ source, player_key: key, ...row })
        .onConflict((conflict) => conflict.columns(['source', 'player_key']).doUpdateSet(row))
        .execute()
    },

    async forgetBefore(at: Date): Promise<void> {
      await db.deleteFrom('news_answers').where('fetched_at', '<', at.getTime()).execute()
    },
  }
}
