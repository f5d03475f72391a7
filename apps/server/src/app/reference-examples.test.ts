import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { TeamRecord } from '@fieldhouse/domain/seasons/season'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { writePart } from '../repositories/archive-store.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from '../testing/season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'
import {
  buildDraftPick,
  buildLineup,
  buildPlayer,
  buildTransaction,
  buildWeek,
} from '../testing/week-fixture.ts'

// The worked examples of the analytics, as the API answers them. Those of a trade of two teams and of a pickup are in
// features/transactions.

const SEASON = 2025
const [A, B, C, D] = [1, 2, 3, 4] as const

/** The reference league. Source: analytics, 2. */
const GAMES = [
  [1, A, 120.5, B, 110],
  [1, C, 99.9, D, 99.9],
  [2, A, 88, C, 130.2],
  [2, B, 101.1, D, 101],
  [3, A, 105, D, 140],
  [3, B, 90, C, 95.5],
] as const

const TEAMS: [number, TeamRecord, number, number][] = [
  [A, { wins: 1, losses: 2, ties: 0 }, 313.5, 380.2],
  [B, { wins: 1, losses: 2, ties: 0 }, 301.1, 317],
  [C, { wins: 2, losses: 0, ties: 1 }, 325.6, 277.9],
  [D, { wins: 1, losses: 1, ties: 1 }, 340.9, 306],
]

function referenceLeague() {
  const sideOf = (teamId: number, week: number, points: number) =>
    buildSide({
      teamId,
      points: pointsFromDecimal(points),
      pointsByWeek: [{ week, points: pointsFromDecimal(points) }],
    })
  return buildSeason({
    season: SEASON,
    size: 4,
    calendar: {
      regularSeasonPeriods: 3,
      playoffTeams: 2,
      periods: [1, 2, 3].map((period) => ({ period, weeks: [period] })),
    },
    progress: { isDrafted: true, isFinished: true, currentPeriod: 3, currentWeek: 3, finalWeek: 3 },
    members: TEAMS.map(([teamId]) => ({
      memberId: `{${teamId}}`,
      name: `Owner ${'ABCD'[teamId - 1]}`,
      isManager: teamId === A,
      isCreator: false,
    })),
    teams: TEAMS.map(([teamId, record, pointsFor, pointsAgainst]) =>
      buildTeam({
        teamId,
        name: `Team ${'ABCD'[teamId - 1]}`,
        ownerIds: [`{${teamId}}`],
        record,
        pointsFor: pointsFromDecimal(pointsFor),
        pointsAgainst: pointsFromDecimal(pointsAgainst),
      }),
    ),
    games: GAMES.map(([week, home, homePoints, away, awayPoints], index) =>
      buildGame({
        gameId: index + 1,
        period: week,
        home: sideOf(home, week, homePoints),
        away: sideOf(away, week, awayPoints),
        result: homePoints === awayPoints ? 'tie' : homePoints > awayPoints ? 'home' : 'away',
      }),
    ),
  })
}

let testApp: TestApp
let boss: TestClient
let leagueId: number
beforeAll(async () => {
  testApp = await startApp()
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await boss.post('/api/create-league/', { name: 'Reference', espn_league_id: 4711 })
  testApp.provider.read = () => referenceLeague()
  await boss.post('/api/refresh-espn/', { name: 'Reference', season: SEASON })
  leagueId = (await testApp.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => testApp.close())

const read = async (path: string) => {
  const { status, body } = await boss.get(`/api/league/Reference/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}

async function store(...parts: ArchivePart[]): Promise<void> {
  await inTransaction(testApp.db, async (transaction) => {
    for (const part of parts)
      await writePart(transaction, leagueId, part, { receivedAt: SUNDAY, isFetched: true })
  })
}

/** The lineups of a week: the points of each starter, by team and player. */
const lineups = (week: number, starters: Record<number, Record<number, number>>): ArchivePart => ({
  name: 'line-ups',
  week: buildWeek({
    season: SEASON,
    week,
    lineups: Object.entries(starters).map(([teamId, players]) => ({
      ...buildLineup(
        Number(teamId),
        Object.entries(players).map(([playerId, points]) =>
          buildPlayer({
            playerId: Number(playerId),
            name: `Player ${playerId}`,
            position: 'WR',
            slotId: 4,
            eligibleSlots: [4, 20],
            points: pointsFromDecimal(points),
          }),
        ),
      ),
      emptySlots: [],
    })),
  }),
})

describe('the worked examples of the reference', () => {
  const third = (numerator: number) => expect.closeTo(numerator / 3, 6)

  it.each([
    [
      1,
      [
        ['top_score', A, 120.5],
        ['lowest_score', C, 99.9],
        ['lowest_score', D, 99.9],
        ['heartbreak', B, 110],
        ['robbery', A, 120.5],
        ['blowout', A, 10.5],
        ['nail_biter', A, 10.5],
        ['lucky', C, third(1)],
        ['lucky', D, third(1)],
        ['unlucky', B, third(-2)],
      ],
    ],
    [
      2,
      [
        ['top_score', C, 130.2],
        ['lowest_score', A, 88],
        ['heartbreak', D, 101],
        ['robbery', B, 101.1],
        ['blowout', C, 42.2],
        ['nail_biter', B, expect.closeTo(0.1, 6)],
        ['lucky', B, third(1)],
        ['unlucky', D, third(-1)],
      ],
    ],
    [
      3,
      [
        ['top_score', D, 140],
        ['lowest_score', B, 90],
        ['heartbreak', A, 105],
        ['robbery', C, 95.5],
        ['blowout', D, 35],
        ['nail_biter', C, 5.5],
        ['lucky', C, third(2)],
        ['unlucky', A, third(-2)],
      ],
    ],
  ])('has the awards of week %i', async (week, expected) => {
    const { awards } = await read(`insights/awards/?season=${SEASON}&week=${week}`)
    const rows = awards.map((award: { name: string; team_id: number; value: number }) => [
      award.name,
      award.team_id,
      award.value,
    ])
    expect(rows).toEqual(expected)
  })

  it('has the longest winning streak, that of C in weeks 2 and 3', async () => {
    const streakOf = async (owner: string) => (await read(`owners/Owner%20${owner}/`)).longest_streak
    expect(await streakOf('C')).toEqual({
      season: SEASON,
      wins: 2,
      first_week: 2,
      last_week: 3,
      is_league_record: true,
    })
    expect([await streakOf('A'), await streakOf('B'), await streakOf('D')]).toEqual([null, null, null])
  })

  it('has the surplus of an auction, and the net points of a trade of three teams', async () => {
    // Players 11 to 14 score 210, 240, 150 and 160 points in all. A gets 21 from C, B 22 from A, and C 23 from B.
    const drafted = { 11: 70, 12: 80, 13: 50, 14: 160 / 3 }
    const week = (number: number, traded: Record<number, Record<number, number>>) =>
      lineups(number, {
        [A]: { 11: drafted[11], ...traded[A] },
        [B]: { 12: drafted[12], ...traded[B] },
        [C]: { 13: drafted[13], ...traded[C] },
        [D]: { 14: number === 3 ? 53.34 : 53.33 },
      })
    await store(
      week(1, { [A]: { 22: 4 }, [B]: { 23: 5 }, [C]: { 21: 6 } }),
      week(2, { [A]: { 21: 20 }, [B]: { 22: 20 }, [C]: { 23: 4 } }),
      week(3, { [A]: { 21: 10 }, [B]: {}, [C]: { 23: 6 } }),
      {
        name: 'transactions',
        week: {
          season: SEASON,
          week: 2,
          transactions: [
            buildTransaction({
              id: 'three-teams',
              season: SEASON,
              week: 2,
              kind: 'trade',
              bid: null,
              moves: [
                { playerId: 21, fromTeamId: C, toTeamId: A },
                { playerId: 22, fromTeamId: A, toTeamId: B },
                { playerId: 23, fromTeamId: B, toTeamId: C },
              ],
            }),
          ],
        },
      },
      {
        name: 'draft',
        draft: {
          providerLeagueId: '4711',
          season: SEASON,
          isComplete: true,
          kind: null,
          picks: [11, 12, 13, 14].map((playerId, index) =>
            buildDraftPick({
              overall: index + 1,
              round: 1,
              inRound: index + 1,
              teamId: index + 1,
              playerId,
              bid: 50 - index * 10,
            }),
          ),
        },
      },
    )
    const draft = await read(`insights/draft/?season=${SEASON}`)
    expect(draft.kind).toBe('auction')
    expect(
      draft.picks.map((pick: { bid: number; points: number; value: number }) => [
        pick.bid,
        pick.points,
        pick.value,
      ]),
    ).toEqual([
      [50, 210, expect.closeTo(-30, 6)],
      [40, 240, expect.closeTo(30, 6)],
      [30, 150, expect.closeTo(-10, 6)],
      [20, 160, expect.closeTo(10, 6)],
    ])
    const { sides } = await read(`trades/${SEASON}/three-teams/`)
    expect(
      sides.map((side: { team_id: number; net_started: number }) => [side.team_id, side.net_started]),
    ).toEqual([
      [A, 10],
      [B, 10],
      [C, -20],
    ])
  })
})
