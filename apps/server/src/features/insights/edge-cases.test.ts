import { addPoints, type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Game, GameSide, LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGame, buildSeason, buildSide, buildTeam } from '../../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const OWNERS = ['Ada Marlow', 'Ben Okafor', 'Cal Winter', 'Dee Finch', 'Eve Sorrel']
const PERIODS = 6

type Shape = {
  size?: number
  /** How many of the six regular periods are final. */
  final: number
  /** The periods after them that are published; all without. */
  published?: number
  /** Periods over two weeks. */
  twoWeeks?: readonly number[]
  isFinished?: boolean
  hasMedianGame?: boolean
  /** Points instead of those of the pattern. */
  points?: (teamId: number, period: number) => number | null
}

const ofPattern = (teamId: number, period: number) => 80 + ((teamId * 37 + period * 53) % 61)

/** The pairs of a period in which everybody meets everybody. With an odd number of teams, one has no opponent. */
function pairsOf(size: number, period: number): [number, number | null][] {
  const circle = size % 2 === 0 ? size - 1 : size
  const seats = Array.from({ length: circle }, (_, seat) => ((seat + period) % circle) + 1)
  const pairs = seats
    .slice(1, (circle + 1) / 2)
    .map((teamId, index): [number, number | null] => [teamId, seats[circle - 1 - index] ?? null])
  return [[seats[0] ?? 1, size % 2 === 0 ? size : null], ...pairs]
}

function aSeason(year: number, shape: Shape): LeagueSeason {
  const { size = 4, final, published = PERIODS, twoWeeks = [], isFinished = false } = shape
  const { hasMedianGame = false, points = () => null } = shape
  let week = 0
  const periods = Array.from({ length: PERIODS + 1 }, (_, index) => {
    const weeks = twoWeeks.includes(index + 1) ? [week + 1, week + 2] : [week + 1]
    week += weeks.length
    return { period: index + 1, weeks }
  })
  const side = (teamId: number, period: number): GameSide => {
    const weeks = periods[period - 1]?.weeks ?? []
    const score = pointsFromDecimal(points(teamId, period) ?? ofPattern(teamId, period))
    const pointsByWeek = weeks.map((each) => ({ week: each, points: score }))
    return buildSide({ teamId, points: addPoints(pointsByWeek.map((each) => each.points)), pointsByWeek })
  }
  const games = Array.from({ length: Math.min(published, PERIODS) }, (_, index) => index + 1).flatMap(
    (period) =>
      pairsOf(size, period).map(([homeId, awayId], index): Game => {
        const isFinal = period <= final
        const home = isFinal ? side(homeId, period) : buildSide({ teamId: homeId })
        const away = awayId === null ? null : isFinal ? side(awayId, period) : buildSide({ teamId: awayId })
        const result = isFinal && away !== null ? resultOf(home, away) : 'undecided'
        return buildGame({ gameId: period * 10 + index, period, home, away, result })
      }),
  )
  const totals = new Map(OWNERS.map((_, index) => [index + 1, totalsOf(index + 1, games, hasMedianGame)]))
  return buildSeason({
    season: year,
    size,
    hasMedianGame,
    calendar: { regularSeasonPeriods: PERIODS, playoffTeams: 2, periods },
    progress: {
      isDrafted: true,
      isFinished,
      currentPeriod: final + 1,
      currentWeek: periods[final]?.weeks[0] ?? 1,
      finalWeek: week,
    },
    members: OWNERS.map((name, index) => ({
      memberId: `{${index}}`,
      name,
      isManager: index === 0,
      isCreator: false,
    })),
    teams: OWNERS.slice(0, size).map((owner, index) =>
      buildTeam({
        teamId: index + 1,
        name: `Team of ${owner}`,
        ownerIds: [`{${index}}`],
        primaryOwnerId: `{${index}}`,
        playoffSeed: isFinished ? index + 1 : null,
        // The second seed wins the championship.
        finalRank: isFinished ? ([2, 1][index] ?? index + 1) : null,
        ...totals.get(index + 1),
      }),
    ),
    games,
  })
}

const resultOf = (home: GameSide, away: GameSide) =>
  home.points === away.points ? ('tie' as const) : home.points > away.points ? 'home' : 'away'

/** The record and the points of a team as its provider has them. */
function totalsOf(teamId: number, games: readonly Game[], hasMedianGame: boolean) {
  const record = { wins: 0, losses: 0, ties: 0 }
  const [scored, allowed]: [Points[], Points[]] = [[], []]
  for (const { home, away, result, period } of games) {
    if (away === null || result === 'undecided' || (home.teamId !== teamId && away.teamId !== teamId))
      continue
    const [own, other] = home.teamId === teamId ? [home, away] : [away, home]
    scored.push(own.points)
    allowed.push(other.points)
    const sorted = games
      .filter((each) => each.period === period && each.away !== null)
      .flatMap((each) => [each.home.points, each.away?.points ?? ZERO_POINTS])
      .sort((a, b) => a - b)
    const median = ((sorted[sorted.length / 2 - 1] ?? 0) + (sorted[sorted.length / 2] ?? 0)) / 2
    for (const opponent of hasMedianGame ? [other.points, median] : [other.points])
      record[own.points === opponent ? 'ties' : own.points > opponent ? 'wins' : 'losses'] += 1
  }
  return { record, pointsFor: addPoints(scored), pointsAgainst: addPoints(allowed) }
}

/** The season with the championship between its first two seeds, which the second one wins. */
function withFinal(season: LeagueSeason): LeagueSeason {
  const side = (teamId: number, points: number) => buildSide({ teamId, points: pointsFromDecimal(points) })
  const championship = buildGame({
    gameId: 70,
    period: PERIODS + 1,
    bracket: 'winners',
    home: side(1, 180),
    away: side(2, 200.5),
    result: 'away',
  })
  return { ...season, games: [...season.games, championship] }
}

function inDivisions(season: LeagueSeason): LeagueSeason {
  return { ...season, teams: season.teams.map((team) => ({ ...team, divisionId: team.teamId % 2 })) }
}

const withoutPlayoffs = (season: LeagueSeason, playoffTeams: number | null): LeagueSeason => ({
  ...season,
  calendar: { ...season.calendar, playoffTeams },
})

/** One season for each case. */
const SEASONS: Record<number, LeagueSeason> = {
  2026: aSeason(2026, { final: 0 }),
  2025: aSeason(2025, { final: 1 }),
  2024: aSeason(2024, { final: 2 }),
  2023: withFinal(aSeason(2023, { final: 6, isFinished: true })),
  2022: aSeason(2022, { final: 3, published: 3 }),
  2021: inDivisions(aSeason(2021, { final: 4 })),
  2020: aSeason(2020, { final: 4, hasMedianGame: true }),
  2019: withFinal(aSeason(2019, { final: 6, isFinished: true, twoWeeks: [2, 7] })),
  2018: aSeason(2018, { size: 5, final: 4 }),
  2017: aSeason(2017, { final: 4, points: (_, period) => (period === 2 ? 100 : null) }),
  2016: withoutPlayoffs(aSeason(2016, { final: 6, isFinished: true }), 0),
  2015: withoutPlayoffs(aSeason(2015, { final: 4 }), null),
  2014: { ...aSeason(2014, { final: 4 }), scoringType: 'H2H_CATEGORY' },
  2013: { ...aSeason(2013, { final: 4 }), scoringType: 'TOTAL_SEASON_POINTS' },
  2012: { ...aSeason(2012, { final: 6, isFinished: true }), games: [] },
}

type Json = Record<string, unknown>
type Row = Json & { team_id: number }

let testApp: TestApp
let admin: TestClient
beforeAll(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = ({ season }) => SEASONS[season] ?? aSeason(season, { final: 0 })
  for (const season of Object.keys(SEASONS))
    await admin.post('/api/refresh-espn/', { name: 'Harbour', season: Number(season) })
  // Each starts a quarterback with 20 points and leaves one with 25 on the bench.
  const lineups = [1, 2, 3, 4, 5].map((teamId) =>
    buildLineup(teamId, [
      buildPlayer({ playerId: teamId, points: pointsFromDecimal(20) }),
      buildPlayer({ playerId: teamId + 10, points: pointsFromDecimal(25), slotId: 20 }),
    ]),
  )
  const leagueId = await testApp.findLeagueId()
  for (const [season, week] of LINEUPS)
    await storeWeek(testApp.db, leagueId, buildWeek({ season, week, lineups }))
})
afterAll(() => testApp.close())

/** The weeks with stored lineups. */
const LINEUPS: [season: number, week: number][] = [
  [2026, 1],
  [2025, 1],
  [2019, 2],
  [2019, 3],
  [2018, 1],
  [2017, 2],
  [2016, 1],
  [2014, 1],
  [2013, 1],
]

const read = async (path: string) => {
  const { status, body } = await admin.get(`/api/league/Harbour/insights/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}
const sumOf = (rows: readonly Json[], figureOf: (row: never) => number) =>
  rows.reduce((sum: number, row) => sum + figureOf(row as never), 0)
const closeTo = (value: number) => expect.closeTo(value, 6)

describe.each([
  ['a season that has not begun', 2026, 'not_started', null, 'not_started', 'not_started', 'before'],
  ['a season after week 1', 2025, null, 'too_early', null, 'in_progress', 'before'],
  ['a season after week 2', 2024, null, 'too_early', 'no_lineups', 'in_progress', 'before'],
  ['a finished season', 2023, null, null, 'no_lineups', null, 'finished'],
  ['a season without a published rest', 2022, null, 'no_schedule', 'no_lineups', 'in_progress', 'before'],
  ['divisions', 2021, null, null, 'no_lineups', 'in_progress', 'before'],
  ['median games', 2020, null, null, 'no_lineups', 'in_progress', 'before'],
  ['two-week rounds', 2019, null, null, null, null, 'finished'],
  ['an odd number of teams', 2018, null, null, null, 'in_progress', 'before'],
  ['ties', 2017, null, null, null, 'in_progress', 'before'],
  ['a finished league without playoffs', 2016, null, null, null, null, 'unknown'],
  ['a league whose playoffs are unknown', 2015, null, null, 'no_lineups', 'in_progress', 'before'],
  ['categories', 2014, 'format', null, 'format', 'format', 'before'],
  ['total points', 2013, 'format', null, 'format', 'format', 'unknown'],
  ['a season stored as standings only', 2012, 'no_games', null, 'no_games', 'no_games', 'unknown'],
] as const)('%s', (_, season, unavailable, oddsUnavailable, lineups, cards, bracket) => {
  const query = `?season=${season}`
  const hasRace = unavailable === null && season !== 2016 && season !== 2015

  it('is answered by every call, or each says why not', async () => {
    for (const name of ['luck', 'schedule-swap', 'power'])
      expect([name, (await read(`${name}/${query}`)).unavailable]).toEqual([name, unavailable])
    const race = await read(`race/${query}`)
    expect(race.unavailable).toBe(hasRace ? null : (unavailable ?? 'no_playoffs'))
    expect(race.odds_unavailable).toBe(hasRace ? oddsUnavailable : null)
    expect((await read(`lineups/${query}`)).unavailable).toBe(lineups)
    expect((await read(`season-cards/${query}`)).unavailable).toBe(cards)
    expect((await read(`season-cards/${query}&team_id=1`)).unavailable).toBe(cards)
    expect((await read(`bracket/${query}`)).status).toBe(bracket)
  })

  it('has figures that add up, and none where there is nothing to count', async () => {
    const [luck, swap, power] = await Promise.all(
      ['luck', 'schedule-swap', 'power'].map((name) => read(`${name}/${query}`)),
    )
    const race = await read(`race/${query}`)
    if (unavailable !== null) {
      for (const body of [luck, swap, power, race]) expect(body.teams).toEqual([])
      return
    }
    const size = SEASONS[season]?.size
    const final = SEASONS[season]?.games.filter(
      ({ result, bracket: kind }) => result !== 'undecided' && kind === 'regular',
    )
    expect([luck, swap, power].map(({ teams }) => teams.length)).toEqual([size, size, size])
    expect(sumOf(luck.teams, (team: { luck: number }) => team.luck)).toBeCloseTo(0, 6)
    expect(sumOf(luck.teams, (team: { expected_wins: number }) => team.expected_wins)).toBeCloseTo(
      final?.length ?? 0,
      6,
    )
    for (const { team_id, records } of swap.teams as (Row & { records: Json[] })[])
      expect(records.find(({ schedule_of }) => schedule_of === team_id)).toEqual({
        schedule_of: team_id,
        ...luck.teams.find((team: Row) => team.team_id === team_id).record,
      })
    expect(sumOf(power.teams, (team: { score: number }) => team.score)).toBeCloseTo(50 * (size ?? 0), 6)
    expect(race.teams).toHaveLength(hasRace ? (size ?? 0) : 0)
    const odds: Record<string, number>[] = race.teams.flatMap(
      ({ odds: each }: { odds: object | null }) => each ?? [],
    )
    expect(odds).toHaveLength(hasRace && oddsUnavailable === null ? (size ?? 0) : 0)
    if (odds.length > 0)
      expect(
        ['playoffs', 'first_seed', 'title'].map((name) =>
          odds.reduce((sum, each) => sum + (each[name] ?? 0), 0),
        ),
      ).toEqual([closeTo(2), closeTo(1), closeTo(1)])
  })
})

describe('the weeks before the minimum samples', () => {
  it.each([2025, 2024])('have no consistency, strength of schedule or odds in %i', async (season) => {
    for (const team of (await read(`luck/?season=${season}`)).teams)
      expect(team).toMatchObject({
        schedule: { played: null, remaining: null, opponents_all_play_rate: null },
        scores: { volatility: null },
      })
    expect((await read(`race/history/?season=${season}`)).weeks).toEqual([])
  })
})

describe('a finished season', () => {
  it('shows what the odds were after each week, and who became champion', async () => {
    const { weeks } = await read('race/history/?season=2023')
    expect(weeks.map(({ week }: { week: number }) => week)).toEqual([3, 4, 5, 6])
    const early = weeks[0].teams.map(({ odds }: { odds: { playoffs: number } }) => odds.playoffs)
    expect(early.some((share: number) => share > 0 && share < 1)).toBe(true)
    const race = await read('race/?season=2023')
    expect(race.remaining_games).toEqual([])
    expect(race.teams.map(({ odds }: { odds: { title: number } }) => odds.title)).toEqual([0, 1, 0, 0])
    expect((await read('bracket/?season=2023')).champion_team_id).toBe(2)
    expect((await read('season-cards/?season=2023')).cards[0]).toMatchObject({
      kind: 'champion',
      value: 'Team of Ben Okafor',
    })
  })
})

describe('a season without a published rest', () => {
  it('has no strength of the schedule to come, and proves nothing', async () => {
    for (const { schedule } of (await read('luck/?season=2022')).teams)
      expect(schedule).toMatchObject({ played: expect.any(Number), remaining: null })
    for (const team of (await read('race/?season=2022')).teams)
      expect(team).toMatchObject({ status: 'alive', odds: null, magic_number: null, label: null })
  })
})

describe('divisions', () => {
  it('each send their winner to the playoffs', async () => {
    const { seeding, teams } = await read('race/?season=2021')
    expect(seeding.divisions.map(({ team_ids }: Json) => team_ids)).toEqual([
      [2, 4],
      [1, 3],
    ])
    const division = (ids: number[]) =>
      sumOf(
        teams.filter(({ team_id }: Row) => ids.includes(team_id)),
        (team: { odds: { division: number } }) => team.odds.division,
      )
    expect([division([1, 3]), division([2, 4])]).toEqual([closeTo(1), closeTo(1)])
  })
})

describe('median games', () => {
  it('count in the race, and not in luck, swapped schedules or ratings', async () => {
    const race = await read('race/?season=2020')
    const luck = await read('luck/?season=2020')
    expect(luck.has_median_games).toBe(true)
    for (const { wins, losses, ties } of race.teams) expect(wins + losses + ties).toBe(8)
    for (const { record } of luck.teams) expect(record.wins + record.losses + record.ties).toBe(4)
    expect(race.teams.map(({ results_left }: Json) => results_left)).toEqual([4, 4, 4, 4])
  })
})

describe('two-week rounds', () => {
  it('are one game, whose averages are those of its weeks', async () => {
    const luck = await read('luck/?season=2019')
    for (const { record, weeks, scores } of luck.teams) {
      expect(record.wins + record.losses + record.ties).toBe(6)
      expect(weeks).toHaveLength(6)
      expect(scores.weeks).toBe(7)
      expect(scores.ceiling).toBeLessThan(150)
    }
    const { rounds } = await read('bracket/?season=2019')
    expect(rounds).toMatchObject([{ name: 'Championship', weeks: [7], nfl_weeks: [8, 9] }])
  })

  it('have a lineup in each week, and one result', async () => {
    const { nfl_weeks, teams } = await read('lineups/?season=2019')
    expect(nfl_weeks).toEqual([2, 3])
    for (const { season } of teams) expect(season).toMatchObject({ weeks: 2, left_on_bench: 10 })
  })
})

describe('an odd number of teams', () => {
  it('leaves out the week of a team without an opponent', async () => {
    const { teams } = await read('luck/?season=2018')
    const games = teams.map(({ weeks }: { weeks: Json[] }) => weeks.length)
    expect(games.toSorted()).toEqual([3, 3, 3, 3, 4])
    const idle = SEASONS[2018]?.games.find(({ period, away }) => period === 1 && away === null)?.home.teamId
    const own = teams.find(({ team_id }: Row) => team_id === idle)
    expect(own.weeks.map(({ week }: Json) => week)).not.toContain(1)
    expect(own.all_play.wins + own.all_play.losses + own.all_play.ties).toBe(3 * own.weeks.length)
    const swap = (await read('schedule-swap/?season=2018')).teams.find(({ team_id }: Row) => team_id === idle)
    for (const { wins, losses, ties } of swap.records) expect(wins + losses + ties).toBeLessThanOrEqual(4)
    for (const { team_id, season } of (await read('lineups/?season=2018')).teams)
      expect([team_id, season.weeks]).toEqual([team_id, team_id === idle ? 0 : 1])
  })
})

describe('ties', () => {
  it('are half a win everywhere', async () => {
    for (const { record, weeks } of (await read('luck/?season=2017')).teams) {
      expect(record.ties).toBe(1)
      expect(weeks[1]).toMatchObject({ result: 0.5, rate: 0.5, luck: 0 })
    }
    for (const { season } of (await read('lineups/?season=2017')).teams)
      expect(season).toMatchObject({ weeks: 1, would_have_won: 0, lost_anyway: 0 })
  })
})

describe('a league without playoffs', () => {
  it('has no champion of its own making', async () => {
    expect(await read('bracket/?season=2016')).toMatchObject({ rounds: [], champion_team_id: null })
    expect(await read('bracket/?season=2015')).toMatchObject({ rounds: [], champion_team_id: null })
    expect((await read('season-cards/?season=2016&team_id=1')).missing).toContain('odds')
  })
})

describe('the ratings of owners', () => {
  it('rest on games decided by points, a game of two weeks as one', async () => {
    const { weeks, owners } = await read('elo/')
    const counts = Object.keys(SEASONS).map((season) => [
      Number(season),
      weeks.filter((week: { season: number }) => week.season === Number(season)).length,
    ])
    expect(Object.fromEntries(counts)).toEqual({
      2026: 0,
      2025: 1,
      2024: 2,
      2023: 7,
      2022: 3,
      2021: 4,
      2020: 4,
      2019: 7,
      2018: 4,
      2017: 4,
      2016: 6,
      2015: 4,
      2014: 0,
      2013: 0,
      2012: 0,
    })
    expect(owners).toHaveLength(5)
    const eve = owners.find(({ name }: Json) => name === 'Eve Sorrel')
    const byes = SEASONS[2018]?.games.filter(({ home, away }) => away === null && home.teamId === 5)
    expect(eve.games).toBe(4 - (byes?.filter(({ period }) => period <= 4).length ?? 0))
    expect(sumOf(owners, (owner: { rating: number }) => owner.rating)).toBeCloseTo(5 * 1500, 6)
  })
})
