import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import { completenessOf } from '@fieldhouse/domain/seasons/season-replacement'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSeason, type StoredSeason } from '../../repositories/season-documents/stored-seasons.ts'
import { logoColorStore } from '../../repositories/seasons/logo-color-store.ts'
import { writeSeason } from '../../repositories/seasons/season-store.ts'
import {
  buildGame,
  buildSeason,
  buildSide,
  buildStoredSeason,
  buildTeam,
} from '../../testing/season-fixture.ts'
import { seasonRows } from '../../testing/season-rows.ts'
import { createEmptyDatabase, TEST_ENGINE } from '../../testing/test-database.ts'
import { buildCurrentSeason, buildPastSeason } from '../../testing/two-seasons-fixture.ts'
import { connect, type Db, leagueVersionsOf, migrate } from '../engine/database.ts'
import { inTransaction } from '../engine/transaction.ts'

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

let db: Db
let drop: () => Promise<void>

/** League 5 has the seasons from before the upgrade, league 6 those that this release stores. */
beforeAll(async () => {
  const created = await createEmptyDatabase(TEST_ENGINE)
  drop = created.drop
  db = connect(created.address)
  await migrate(db, '0270-replies')
  for (const id of [5, 6])
    await sql`insert into leagues (id, name, name_key, espn_league_id, has_betslip, created_at)
      values (${id}, ${`League ${id}`}, ${`league ${id}`}, 4711, 0, 0)`.execute(db)
  const old = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  for (const [, stored] of SEASONS)
    for (const [table, rows] of Object.entries(seasonRows(5, stored)))
      if (rows.length > 0) await old.insertInto(table).values(rows).execute()
  await migrate(db)
  await inTransaction(db, async (transaction) => {
    for (const [, season] of SEASONS) {
      const { provider, file, fetchedAt } = season
      const completeness = { ...completenessOf(season, season.source), depth: season.depth }
      await writeSeason(transaction, 6, { season, completeness, provider, file }, fetchedAt)
    }
  })
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

describe('a season that an earlier release has stored', () => {
  it.each(SEASONS)('%s is the same as one that this release stores', async (_, { season, acceptedZeros }) => {
    const migrated = await findSeason(db, 5, season)
    const stored = await findSeason(db, 6, season)
    expect(migrated).toEqual({ ...stored, acceptedZeros })
  })

  it('has its logos, whose colors change the versions of their leagues', async () => {
    const rows = db.selectFrom('league_logos').selectAll().where('league_id', '=', 5)
    expect(await rows.execute()).toEqual([{ league_id: 5, season: 2013, url: LOGO }])
    const read = leagueVersionsOf(db)
    const kinds = ['season'] as const
    const before = (await read(5))?.of([...kinds])
    await logoColorStore(db).save(LOGO, '#c8102e')
    expect((await read(5))?.of([...kinds])).not.toBe(before)
  })
})
