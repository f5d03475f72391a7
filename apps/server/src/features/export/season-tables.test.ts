import { describe, expect, it } from 'vitest'
import type { ArchiveRow } from '../../database/portability/league-rows.ts'
import { parseSeasonDocument } from '../../repositories/archive-reader.ts'
import { buildStoredSeason } from '../../testing/season-fixture.ts'
import { seasonRows } from '../../testing/season-rows.ts'
import { withSeasonDocuments } from './import-archive.ts'

type Rows = Record<string, ArchiveRow[]>

const oldRows = (): Rows => seasonRows(1, buildStoredSeason())
const convert = (rows: Rows) => withSeasonDocuments(new Map(Object.entries(rows)))

/** The rows with changed values in every row of a table. */
const withValues = (table: string, values: ArchiveRow): Rows => {
  const rows = oldRows()
  return { ...rows, [table]: (rows[table] ?? []).map((row) => ({ ...row, ...values })) }
}

const messageOf = (rows: Rows) => {
  try {
    for (const { document } of convert(rows).get('seasons') ?? []) parseSeasonDocument(String(document))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('the season tables of an archive of an earlier release', () => {
  it('become one document for each season', () => {
    const rows = convert({ ...oldRows(), lineups: [{ season: 2026 }] })
    expect([...rows.keys()].sort()).toEqual(['lineups', 'seasons'])
    const [season] = rows.get('seasons') ?? []
    expect(Object.keys(season ?? {}).sort()).toEqual([
      'current_week',
      'depth',
      'document',
      'fetched_at',
      'is_finished',
      'league_id',
      'provider',
      'provider_league_id',
      'season',
      'source',
    ])
    const { name, members, teams, games } = parseSeasonDocument(String(season?.['document']))
    expect([name, members.length, teams.length, games.length]).toEqual(['Harbour League', 2, 2, 1])
  })

  it("are from the league's ESPN league if they name no provider, unless they are from a CSV table", () => {
    const originWith = (values: ArchiveRow) => {
      const leagues = [{ id: 1, espn_league_id: 815 }]
      const [season] = convert({ ...withValues('seasons', values), leagues }).get('seasons') ?? []
      return [season?.['provider'], season?.['provider_league_id']]
    }
    const unnamed = { provider: null, provider_league_id: null }
    expect([
      originWith({ ...unnamed, source: 'espn' }),
      originWith({ ...unnamed, source: 'upload' }),
      originWith({ ...unnamed, source: 'csv' }),
      originWith({ provider: 'sleeper', provider_league_id: '99' }),
    ]).toEqual([
      ['espn', '815'],
      ['espn', '815'],
      [null, null],
      ['sleeper', '99'],
    ])
  })

  it('are ignored if the season has a document', () => {
    const document = '{"teams":[]}'
    const rows = convert({ ...oldRows(), seasons: [{ league_id: 1, season: 2026, name: 'Old', document }] })
    expect(Object.fromEntries(rows)).toEqual({ seasons: [{ league_id: 1, season: 2026, document }] })
  })

  const DAMAGED = 'The archive is damaged or was edited by hand.'

  it.each([
    ['details that are not JSON', withValues('seasons', { details: '{' })],
    ['details without a calendar', withValues('seasons', { details: '{}' })],
    ['no details', withValues('seasons', { details: null })],
    ['no size', withValues('seasons', { size: null })],
    ['a game without points', withValues('season_games', { home_points: null })],
    ['a team without a name', withValues('season_teams', { name: null })],
    ['owners of a team that is missing', withValues('season_team_owners', { team_id: 9 })],
    ['scores of a team that is missing', withValues('season_weeks', { team_id: 9 })],
    ['games of a season that is missing', withValues('season_games', { season: 2027 })],
  ])('are rejected with %s', (_, rows) => {
    expect(messageOf(rows)).toBe(DAMAGED)
  })

  it.each([
    ['owners who are missing', withValues('season_team_owners', { member_id: '{X}' })],
    ['an unknown bracket', withValues('season_games', { bracket: 'toilet' })],
    ['a team twice', withValues('season_teams', { team_id: 1 })],
  ])('make no valid document with %s', (_, rows) => {
    expect(messageOf(rows)).not.toBeNull()
  })

  it('are rejected with more teams or games than a season can have, before anything is made of them', () => {
    const { season_teams: [team = {}] = [], season_games: [game = {}] = [] } = oldRows()
    const many = (row: ArchiveRow, count: number, column: string) =>
      Array.from({ length: count }, (_, index) => ({ ...row, [column]: index + 1 }))
    expect([
      messageOf({ ...oldRows(), season_teams: many(team, 101, 'team_id') }),
      messageOf({ ...oldRows(), season_games: many(game, 2001, 'game_id') }),
    ]).toEqual([
      'Season 2026 has 101 teams. At most 100 are read.',
      'Season 2026 has 2001 games. At most 2000 are read.',
    ])
  })
})
