import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSeason } from '../../repositories/season-store.ts'
import { findSeason, type StoredSeason } from '../../repositories/stored-seasons.ts'
import {
  buildGame,
  buildSeason,
  buildSide,
  buildStoredSeason,
  buildTeam,
} from '../../testing/season-fixture.ts'
import { seasonRows } from '../../testing/season-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { buildCurrentSeason, buildPastSeason } from '../../testing/two-seasons-fixture.ts'
import { inTransaction } from '../engine/database.ts'
import { type SeasonRows, toSeasonDocument } from './season-documents.ts'

const points = pointsFromDecimal
const LOGO = 'https://logos.example/anchors.png'
const ZERO_RECORD = { wins: 0, losses: 0, ties: 0 }

const pastSeason = buildPastSeason()
const currentSeason = buildCurrentSeason()

const SEASONS: [kind: string, StoredSeason][] = [
  ['with a final of two weeks', buildStoredSeason({ ...pastSeason, season: 2011 })],
  ['in progress, with byes and live games', buildStoredSeason({ ...currentSeason, season: 2012 })],
  [
    'with two owners of a team, logos, an adjusted final and an order of its own',
    buildStoredSeason({
      ...pastSeason,
      season: 2013,
      isPublic: null,
      draftAt: new Date('2013-08-30T23:30:00Z'),
      seeding: {
        tieBreaker: 'head_to_head',
        isReseeded: null,
        divisions: [{ divisionId: 1, name: 'East "A"' }],
      },
      members: pastSeason.members.toReversed(),
      teams: pastSeason.teams.toReversed().map((team) => ({
        ...team,
        logo: team.teamId === 1 ? 'http://logos.example/anchors.png' : LOGO,
        ownerIds: team.teamId === 1 ? ['{D}', '{A}'] : team.ownerIds,
        pointsFor: ((team.pointsFor ?? 0) + 1) as Points,
      })),
      games: pastSeason.games.toReversed().map((game) =>
        game.gameId === 8
          ? {
              ...game,
              home: buildSide({
                teamId: 4,
                points: points(200),
                adjustment: points(5),
                pointsByWeek: [
                  { week: 4, points: points(95) },
                  { week: 5, points: points(100) },
                ],
              }),
            }
          : game,
      ),
      findings: [{ code: 'record', detail: 'A finding.', week: null, gameId: 7 }],
      acceptedZeros: [3],
    }),
  ],
  [
    'in categories',
    buildStoredSeason({
      season: 2014,
      scoringType: 'H2H_CATEGORY',
      games: [buildGame({ categories: { home: 6, away: 3, ties: 1 } })],
    }),
  ],
  [
    'decided by total points',
    buildStoredSeason({
      season: 2015,
      scoringType: 'TOTAL_SEASON_POINTS',
      teams: buildSeason().teams.map((team) => ({ ...team, record: ZERO_RECORD })),
      games: [],
      weeklyScores: [
        { teamId: 2, week: 2, points: points(80.5) },
        { teamId: 1, week: 1, points: points(101.5) },
        { teamId: 2, week: 1, points: points(7.52) },
      ],
    }),
  ],
  [
    'of a CSV table',
    buildStoredSeason({
      season: 2016,
      providerLeagueId: '',
      scoringType: null,
      name: null,
      calendar: { regularSeasonPeriods: null, periods: [], playoffTeams: null },
      teams: [buildTeam({ ownerIds: ['{A}'], finalRank: 1 })],
      games: [],
      source: 'csv',
      provider: null,
      depth: 'standings',
    }),
  ],
  [
    'of a league file',
    buildStoredSeason({
      season: 2017,
      source: 'csv',
      provider: 'sleeper',
      file: { files: [{ name: 'a.json', sha256: 'abc' }], version: 1, platform: 'Sleeper' },
    }),
  ],
  [
    'that is not drafted yet',
    buildStoredSeason({
      season: 2018,
      progress: {
        isDrafted: false,
        isFinished: false,
        currentPeriod: null,
        currentWeek: null,
        finalWeek: null,
      },
      members: [],
      teams: [],
      games: [],
    }),
  ],
]

let database: TestDatabase

/** League 5 has the seasons as converted from the rows of an earlier release, league 6 as this release stores them. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  for (const id of [5, 6])
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (${id}, ${`League ${id}`}, ${`league ${id}`}, 4711, 0, 0)`.execute(db)
  await inTransaction(db, async (transaction) => {
    for (const [, season] of SEASONS) {
      const { provider, file, fetchedAt } = season
      const completeness = { ...completenessOf(season, season.source), depth: season.depth }
      for (const league of [5, 6])
        await writeSeason(transaction, league, { season, completeness, provider, file }, fetchedAt)
      const { seasons: [row = {}] = [], ...rows } = seasonRows(5, season)
      await transaction
        .updateTable('seasons')
        .set({ document: toSeasonDocument({ season: row, ...rows } as SeasonRows) })
        .where('league_id', '=', 5)
        .where('season', '=', season.season)
        .execute()
    }
  })
})
afterAll(() => database.drop())

it.each(SEASONS)(
  'makes the document that this release stores of the rows of a season %s',
  async (_, stored) => {
    const converted = await findSeason(database.db, 5, stored.season)
    const expected = await findSeason(database.db, 6, stored.season)
    expect(converted).toEqual({ ...expected, acceptedZeros: stored.acceptedZeros })
  },
)
