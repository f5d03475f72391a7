import { RecapCard } from '@fieldhouse/contract/recap'
import {
  RECAP_SECTIONS,
  type RecapDocument,
  type RecapSection,
} from '@fieldhouse/domain/recap/recap-document'
import { z } from 'zod'
import type { Db } from '../../database/engine/database.ts'

const StoredDocument = RecapCard.extend({ lists: z.array(z.string()) })

const Paragraphs = z.array(z.string())

/** Parses the columns of a recap. Its story is the rewritten one, if there is one. null for a recap without a document. */
export function parseRecap(document: string | null, rewrite: string | null): RecapDocument | null {
  if (document === null) return null
  const plain: RecapDocument = StoredDocument.parse(JSON.parse(document))
  return rewrite === null ? plain : { ...plain, story: Paragraphs.parse(JSON.parse(rewrite)) }
}

type WeekKey = { leagueId: number; season: number; week: number }

/** Reads the recap that a post of a league shows; null if the post is none, has no document, or is hidden. */
export async function findRecapOfPost(db: Db, postId: number): Promise<RecapDocument | null> {
  const row = await visibleRecaps(db).where('post_id', '=', postId).executeTakeFirst()
  return row === undefined ? null : parseRecap(row.document, row.rewrite)
}

/** Reads the recap of a week; null if it has none, or no document, or its post is hidden. */
export async function findRecapOfWeek(db: Db, key: WeekKey): Promise<RecapDocument | null> {
  const row = await visibleRecapOfWeek(db, key).executeTakeFirst()
  return row === undefined ? null : parseRecap(row.document, row.rewrite)
}

/** What is sent of a recap outside the site: nothing once its post is hidden or deleted. */
export type SendableRecap =
  | { kind: 'withdrawn' }
  | { kind: 'text' }
  | { kind: 'document'; document: RecapDocument }

/** Reads the recap of a week for sending it. `text`: it has no document. */
export async function findSendableRecap(db: Db, key: WeekKey): Promise<SendableRecap> {
  const row = await visibleRecapOfWeek(db, key).where('post.id', 'is not', null).executeTakeFirst()
  if (row === undefined) return { kind: 'withdrawn' }
  const document = parseRecap(row.document, row.rewrite)
  return document === null ? { kind: 'text' } : { kind: 'document', document }
}

function visibleRecapOfWeek(db: Db, { leagueId, season, week }: WeekKey) {
  return visibleRecaps(db)
    .where('recaps.league_id', '=', leagueId)
    .where((eb) => eb.and({ season, week }))
}

/** The recaps without a hidden post. One whose post was deleted stays. */
function visibleRecaps(db: Db) {
  return db
    .selectFrom('recaps')
    .leftJoin('feed_items as post', 'post.id', 'recaps.post_id')
    .select(['document', 'rewrite'])
    .where('post.hidden_at', 'is', null)
}

/** Parses the column `recap_sections`. Sections that this version does not know are left out. */
export function parseRecapSections(column: string | null): readonly RecapSection[] {
  if (column === null) return RECAP_SECTIONS
  const chosen = column.split(',')
  return RECAP_SECTIONS.filter((section) => chosen.includes(section))
}

/** The value of the column. All sections are stored as null, so that they include those of later versions. */
export function formatRecapSections(sections: readonly RecapSection[]): string | null {
  const chosen = RECAP_SECTIONS.filter((section) => sections.includes(section))
  return chosen.length === RECAP_SECTIONS.length ? null : chosen.join(',')
}
