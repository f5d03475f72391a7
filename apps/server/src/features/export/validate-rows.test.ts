import { beforeAll, describe, expect, it } from 'vitest'
import type { LeagueTable } from '../../database/portability/league-rows.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { withSeasonTables } from './import-archive.ts'
import { type Archive, tablePath, validateRows } from './read-archive.ts'
import { listTables } from './store-import.ts'

let tables: LeagueTable[]
beforeAll(async () => {
  const database = await createTestDatabase()
  tables = withSeasonTables(await listTables(database.db))
  await database.drop()
})

type Row = Record<string, unknown>

/** Validates an archive with these rows. */
async function validate(table: string, rows: readonly Row[]) {
  const archive = {
    names: new Set<string>(),
    async *readRows(name: string) {
      if (name === table) yield* rows
    },
  }
  return (await validateRows(archive as unknown as Archive, tables)).get(table)
}

const errorOf = (table: string, rows: readonly Row[]) =>
  validate(table, rows).then(
    () => null,
    (error: Error) => error.message,
  )

describe('a text of an archive', () => {
  it.each([
    ['feed_posts', 'content', 5000, 'Keep your text to 5,000 characters or fewer.'],
    ['item_comments', 'body', 5000, 'Keep your text to 5,000 characters or fewer.'],
    ['item_comments', 'hidden_reason', 200, 'Keep the reason to 200 characters or fewer.'],
    ['feed_items', 'hidden_reason', 200, 'Keep the reason to 200 characters or fewer.'],
    ['feed_proposals', 'question', 300, 'Keep the question to 300 characters or fewer.'],
    ['proposal_options', 'text', 120, 'Keep each option to 120 characters or fewer.'],
    ['feed_media', 'caption', 300, 'Keep the caption to 300 characters or fewer.'],
    ['feed_media', 'alt_text', 1000, 'Keep the description to 1,000 characters or fewer.'],
    ['join_requests', 'message', 1000, 'Message must be 1,000 characters or fewer.'],
    ['picks', 'text', 200, 'Keep your pick to 200 characters or fewer.'],
    ['pick_changes', 'text', 200, 'Keep your pick to 200 characters or fewer.'],
    ['rule_sections', 'heading', 120, 'Keep each heading to 120 characters or fewer.'],
    ['rule_sections', 'body', 10_000, 'Keep each section to 10,000 characters or fewer.'],
    ['rule_versions', 'note', 200, 'Keep the note to 200 characters or fewer.'],
    ['dues_setups', 'note', 1000, 'Keep the note to 1,000 characters or fewer.'],
    ['dues_prizes', 'title', 60, 'Keep each title to 60 characters or fewer.'],
    ['season_teams', 'name', 10_000, 'Keep each text to 10,000 characters or fewer.'],
  ])(
    'of %s.%s has at most %i characters, as one that is written here',
    async (table, column, max, problem) => {
      expect(await validate(table, [{ [column]: 'x'.repeat(max) }])).toEqual([{ [column]: 'x'.repeat(max) }])
      expect(await errorOf(table, [{ [column]: 'x'.repeat(max + 1) }])).toBe(
        `The archive has more than this site allows. Check ${column} in ${tablePath(table)}: ${problem}`,
      )
    },
  )

  it('is limited in every column that is no document of this server', async () => {
    const huge = 'x'.repeat(3 * 1024 * 1024)
    const accepted: string[] = []
    for (const { name, columns } of tables)
      for (const column of columns)
        if (column.kind === 'other' && (await errorOf(name, [{ [column.name]: huge }])) === null)
          accepted.push(`${name}.${column.name}`)
    expect(accepted.sort()).toEqual([
      'drafts.picks',
      'league_documents.document',
      'lineup_weeks.findings',
      'lineups.empty_slots',
      'lineups.entries',
      'picks.selection',
      'recaps.document',
      'recaps.rewrite',
      'seasons.details',
      'seasons.document',
      'transaction_weeks.findings',
      'transaction_weeks.transactions',
    ])
  })

  it('is stored without characters that change its direction, like one that is written here', async () => {
    const rows = [{ content: '\u202Etxet \u2066a\u2069' }]
    expect(await validate('feed_posts', rows)).toEqual([{ content: 'txet a' }])
  })

  it('is stored as it is if an earlier release has accepted it', async () => {
    const rows = [{ text: '' }, { text: null }]
    expect(await validate('pick_changes', rows)).toEqual(rows)
  })
})

describe('the lists of an archive', () => {
  it.each([
    ['proposal_options', 12, { proposal_id: 1 }, { proposal_id: 2 }],
    ['feed_media', 10, { post_id: 1 }, { post_id: null }],
    ['item_mentions', 20, { item_id: 1 }, { item_id: 2 }],
    ['comment_mentions', 20, { comment_id: 1 }, { comment_id: 2 }],
    ['rule_sections', 60, { version: 1 }, { version: 2 }],
    ['rule_versions', 500, { league_id: 1 }, null],
    ['dues_prizes', 30, { season: 2025 }, { season: 2026 }],
    ['dues_entries', 1000, { season: 2025 }, { season: 2026 }],
  ])('of %s have at most %i rows, as those that are written here', async (table, max, row, other) => {
    const most = Array.from({ length: max }, () => row)
    const others = other === null ? [] : Array.from({ length: max }, () => other)
    expect(await validate(table, [...most, ...others])).toHaveLength(max + others.length)
    const [column = ''] = Object.keys(row)
    expect(await errorOf(table, [...most, row])).toBe(
      `The archive has more than this site allows. Check tables/${table}.json: up to ${max} rows can have the same ${column}.`,
    )
  })

  it('lets any number of media belong to no post', async () => {
    const rows = Array.from({ length: 100 }, () => ({ post_id: null }))
    expect(await validate('feed_media', rows)).toHaveLength(100)
  })
})
