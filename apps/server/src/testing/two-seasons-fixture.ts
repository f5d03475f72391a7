import { pointsFromDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import type { Game, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { inTransaction } from '../database/engine/database.ts'
import { writePart } from '../repositories/archive-store.ts'
import { addMember, findUser } from '../repositories/memberships.ts'
import { buildGame, buildSeason, buildSide, buildTeam } from './season-fixture.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp, type TestClient } from './start-app.ts'
import { buildDraftPick, buildLineup, buildPlayer, buildTransaction, buildWeek } from './week-fixture.ts'

const points = pointsFromDecimal
const MEMBERS = { '{A}': 'Ada Marlow', '{B}': 'Ben Okafor', '{C}': 'Cal Winter', '{D}': 'Dee Finch' }
const members = Object.entries(MEMBERS).map(([memberId, name]) => ({
  memberId,
  name,
  isManager: memberId === '{A}',
  isCreator: false,
}))

const side = (teamId: number, score: number, week?: number) =>
  buildSide({
    teamId,
    points: points(score),
    pointsByWeek: week === undefined ? [] : [{ week, points: points(score) }],
  })

const liveSide = (teamId: number, live: number, projected: number) =>
  buildSide({ teamId, livePoints: points(live), projectedPoints: points(projected) })

const periods = [1, 2, 3, 4, 5].map((period) => ({ period, weeks: period === 5 ? [5, 6] : [period] }))

type TeamRow = [
  teamId: number,
  owner: string,
  name: string,
  record: [number, number, number],
  pf: number,
  pa: number,
]

function toTeam([teamId, owner, name, [wins, losses, ties], pf, pa]: TeamRow) {
  return buildTeam({
    teamId,
    name,
    abbrev: name.slice(0, 3).toUpperCase(),
    ownerIds: [owner],
    primaryOwnerId: owner,
    record: { wins, losses, ties },
    pointsFor: points(pf),
    pointsAgainst: points(pa),
  })
}

/**
 * The season 2025, in which Ada has team 4 and Dee team 1. Ada, the first seed, wins the championship over two weeks
 * against Ben, and Cal is third.
 */
export function buildPastSeason(): LeagueSeason {
  const rows: TeamRow[] = [
    [1, '{D}', 'Old Docks', [0, 1, 1], 130, 140],
    [2, '{B}', 'Old Buoys', [1, 1, 0], 185, 185],
    [3, '{C}', 'Old Cleats', [1, 0, 1], 140, 130],
    [4, '{A}', 'Old Anchors', [1, 1, 0], 185, 185],
  ]
  const seeds: Record<number, [seed: number, rank: number]> = { 4: [1, 1], 2: [2, 2], 3: [3, 3], 1: [4, 4] }
  return buildSeason({
    season: 2025,
    size: 4,
    members,
    calendar: {
      regularSeasonPeriods: 2,
      playoffTeams: 4,
      periods: periods.slice(0, 3).concat({ period: 4, weeks: [4, 5] }),
    },
    progress: { isDrafted: true, isFinished: true, currentPeriod: 4, currentWeek: 5, finalWeek: 5 },
    teams: rows.map((row) => {
      const [playoffSeed, finalRank] = seeds[row[0]] ?? [null, null]
      return { ...toTeam(row), playoffSeed, finalRank }
    }),
    games: [
      buildGame({ gameId: 1, period: 1, home: side(4, 100, 1), away: side(2, 90, 1) }),
      buildGame({ gameId: 2, period: 1, home: side(3, 80, 1), away: side(1, 70, 1) }),
      buildGame({ gameId: 3, period: 2, home: side(2, 95, 2), away: side(4, 85, 2) }),
      buildGame({ gameId: 4, period: 2, home: side(1, 60, 2), away: side(3, 60, 2), result: 'tie' }),
      buildGame({ gameId: 5, period: 3, bracket: 'winners', home: side(4, 110, 3), away: side(1, 100, 3) }),
      buildGame({ gameId: 6, period: 3, bracket: 'winners', home: side(2, 120, 3), away: side(3, 70, 3) }),
      buildGame({
        gameId: 7,
        period: 4,
        bracket: 'winners consolation',
        home: side(1, 150),
        away: side(3, 160),
        result: 'away',
      }),
      buildGame({ gameId: 8, period: 4, bracket: 'winners', home: side(4, 200), away: side(2, 190) }),
    ],
  })
}

const CURRENT_GAMES: Game[] = [
  buildGame({ gameId: 1, period: 1, home: side(1, 101.5, 1), away: side(2, 88.02, 1) }),
  buildGame({ gameId: 2, period: 1, home: side(3, 77, 1), away: side(4, 90, 1), result: 'away' }),
  buildGame({
    gameId: 3,
    period: 2,
    home: liveSide(1, 50, 120),
    away: liveSide(3, 40, 100),
    result: 'undecided',
  }),
  buildGame({
    gameId: 4,
    period: 2,
    home: liveSide(2, 0, 95),
    away: liveSide(4, 0, 99),
    result: 'undecided',
  }),
  buildGame({ gameId: 5, period: 3, home: side(2, 0), away: side(1, 0), result: 'undecided' }),
  buildGame({ gameId: 6, period: 3, home: side(3, 0), away: null, result: 'undecided' }),
]

/** The season 2026 in its second week: one game is live, one has not begun, and team 3 is on bye in week 3. */
export function buildCurrentSeason(): LeagueSeason {
  const rows: TeamRow[] = [
    [1, '{A}', 'Anchors', [1, 0, 0], 101.5, 88.02],
    [2, '{B}', 'Buoys', [0, 1, 0], 88.02, 101.5],
    [3, '{C}', 'Cleats', [0, 1, 0], 77, 90],
    [4, '{D}', 'Docks', [1, 0, 0], 90, 77],
  ]
  const seeds = [1, 3, 4, 2]
  return buildSeason({
    season: 2026,
    size: 4,
    members,
    calendar: { regularSeasonPeriods: 3, playoffTeams: 4, periods },
    progress: { isDrafted: true, isFinished: false, currentPeriod: 2, currentWeek: 2, finalWeek: 6 },
    previousSeasons: [2025],
    teams: rows.map((row, index) => ({ ...toTeam(row), playoffSeed: seeds[index] ?? null })),
    games: CURRENT_GAMES,
  })
}

const ROOK = { playerId: 11, name: 'Rook Calloway', position: 'QB', nflTeamId: 9 }
const NED = { playerId: 12, name: 'Ned Castle', position: 'RB', nflTeamId: 12, slotId: 2 }
const BEARS = { playerId: -16_003, name: 'Bears D/ST', position: 'D/ST', nflTeamId: 3, slotId: 16 }

/** The archive of 2026, and a week of 2025 with the same quarterback in another team. */
const PARTS: ArchivePart[] = [
  {
    name: 'line-ups',
    week: buildWeek({
      season: 2025,
      week: 1,
      lineups: [buildLineup(2, [buildPlayer({ ...ROOK, points: points(30) })])],
    }),
  },
  {
    name: 'line-ups',
    week: buildWeek({
      week: 1,
      lineups: [
        buildLineup(1, [
          buildPlayer({ ...ROOK, points: points(20.5) }),
          buildPlayer({ ...NED, slotId: 20, points: points(31) }),
        ]),
        buildLineup(3, [buildPlayer({ ...BEARS, points: points(-2) })]),
      ],
    }),
  },
  {
    name: 'line-ups',
    week: buildWeek({
      week: 2,
      lineups: [
        buildLineup(1, [
          buildPlayer({ ...BEARS, points: points(8), projectedPoints: points(6) }),
          buildPlayer({ ...NED, points: points(12) }),
        ]),
        buildLineup(3, [
          buildPlayer({ ...ROOK, points: null, projectedPoints: points(19), injuryStatus: 'QUESTIONABLE' }),
        ]),
      ],
    }),
  },
  {
    name: 'draft',
    draft: {
      providerLeagueId: '4711',
      season: 2026,
      isComplete: true,
      kind: null,
      picks: [buildDraftPick({ overall: 3, round: 1, inRound: 3, playerId: 11 })],
    },
  },
  {
    name: 'transactions',
    week: {
      season: 2026,
      week: 1,
      transactions: [
        buildTransaction({ id: 'claim', bid: 7, moves: [{ playerId: 12, fromTeamId: null, toTeamId: 1 }] }),
        buildTransaction({
          id: 'failed',
          status: 'failed',
          reason: 'FAILED_INVALIDPLAYERSOURCE',
          teamId: 2,
          bid: 5,
          moves: [{ playerId: 12, fromTeamId: null, toTeamId: 2 }],
        }),
      ],
    },
  },
  {
    name: 'transactions',
    week: {
      season: 2026,
      week: 2,
      transactions: [
        buildTransaction({
          id: 'trade',
          week: 2,
          kind: 'trade',
          teamId: 3,
          bid: null,
          decidedAt: new Date('2026-09-16T08:00:00Z'),
          moves: [
            { playerId: 11, fromTeamId: 1, toTeamId: 3 },
            { playerId: -16_003, fromTeamId: 3, toTeamId: 1 },
          ],
          picks: [{ season: 2027, round: 2, originalTeamId: 4, fromTeamId: 3, toTeamId: 1 }],
          budget: [{ fromTeamId: 1, toTeamId: 3, amount: 12 }],
        }),
        ...(['pending', 'cancelled', 'declined'] as const).map((status) =>
          buildTransaction({
            id: status,
            week: 2,
            status,
            bid: 99,
            decidedAt: null,
            moves: [{ playerId: 77, fromTeamId: null, toTeamId: 1 }],
          }),
        ),
      ],
    },
  },
]

/** A league of four owners with the two seasons and their archive. The boss has no team, the player has team 1. */
export async function createTwoSeasons(...options: Parameters<typeof startApp>): Promise<{
  testApp: TestApp
  admin: TestClient
  player: TestClient
  leagueId: number
}> {
  const testApp = await startApp(...options)
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  const player = await testApp.registerUser('player', { first_name: 'Ada', last_name: 'Lark' })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = ({ season }) => (season === 2025 ? buildPastSeason() : buildCurrentSeason())
  for (const season of [2025, 2026]) await admin.post('/api/refresh-espn/', { name: 'Harbour', season })
  const leagueId = await testApp.findLeagueId()
  // A member already, so that the assignment is no news.
  const user = await findUser(testApp.db, 'player')
  await addMember(testApp.db, leagueId, user?.id ?? 0, 'player', SUNDAY)
  await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 1, username: 'player' })
  await inTransaction(testApp.db, async (transaction) => {
    for (const part of PARTS)
      await writePart(transaction, leagueId, part, { receivedAt: SUNDAY, isFetched: true })
  })
  return { testApp, admin, player, leagueId }
}
