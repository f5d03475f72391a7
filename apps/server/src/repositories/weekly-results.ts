import { RecapCard } from '@fieldhouse/contract/recap'
import { brokenRecords } from '@fieldhouse/domain/history/league-history'
import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import { earliestWeekEnd } from '@fieldhouse/domain/notifications/recap'
import type { Points } from '@fieldhouse/domain/points'
import {
  RECAP_SECTIONS,
  type RecapDocument,
  type RecapSection,
} from '@fieldhouse/domain/recap/recap-document'
import { z } from 'zod'
import type { Db } from '../database/engine/database.ts'
import type { LeagueSeasons } from './league.ts'

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
type SendableRecap = { kind: 'withdrawn' } | { kind: 'text' } | { kind: 'document'; document: RecapDocument }

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

const BrokenRecords = z.array(
  z.object({
    name: z.enum(RECORD_NAMES),
    holder: z.string(),
    points: z.int().transform((points) => points as Points),
    gameId: z.int(),
    period: z.int(),
  }),
)

export function parseBrokenRecords(json: string): AnnouncedRecord[] {
  return BrokenRecords.parse(JSON.parse(json))
}

/** The records that the games of a week have broken; null while one of them is undecided. */
export function findBrokenRecords(
  league: LeagueSeasons,
  season: number,
  week: number,
): AnnouncedRecord[] | null {
  const period = league.schedule(season)?.periods.find(({ weeks }) => weeks.at(-1) === week)?.period
  if (period === undefined) return []
  const isOpen = league
    .games(season)
    .some((game) => game.period === period && game.away !== null && game.result === 'undecided')
  if (isOpen) return null
  return brokenRecords(league.history().games, { season, period }).map(({ name, value, side, game }) => {
    const sides = side === null ? [game.home, game.away] : [game[side]]
    const holder = new Intl.ListFormat('en').format(sides.map(({ owner, team }) => owner?.name ?? team.name))
    return { name, holder, points: value, gameId: game.gameId, period: game.period }
  })
}

/**
 * Selects the leagues that have no row of a week in a table yet, by ID. The season must be the league's newest one, fetched
 * after the week.
 */
export function leaguesWithoutWeek(db: Db, table: 'recaps' | 'week_records', season: number, week: number) {
  return db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.league_id', 'leagues.id')
    .select('leagues.id')
    .where('seasons.season', '=', season)
    .where('seasons.fetched_at', '>=', earliestWeekEnd(season, week).getTime())
    .where((eb) => {
      const newer = eb
        .selectFrom('seasons as newer')
        .select('newer.season')
        .whereRef('newer.league_id', '=', 'leagues.id')
        .where('newer.season', '>', season)
      return eb.not(eb.exists(newer))
    })
    .where((eb) => {
      const ofWeek = eb
        .selectFrom(`${table as 'recaps'} as done`)
        .select('done.week')
        .whereRef('done.league_id', '=', 'leagues.id')
        .where((done) => done.and({ 'done.season': season, 'done.week': week }))
      return eb.not(eb.exists(ofWeek))
    })
    .orderBy('leagues.id')
}
