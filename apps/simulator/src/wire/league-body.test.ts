import { HOUR_MS } from '@fieldhouse/domain/duration'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulateLeague } from '../league/simulate-league.ts'
import { weekStart } from '../nfl.ts'
import { leagueBody } from './league-body.ts'

type Side = {
  teamId: number
  totalPoints: number
  totalPointsLive?: number
  totalProjectedPointsLive?: number
  pointsByScoringPeriod?: Record<string, number>
  rosterForCurrentScoringPeriod?: { appliedStatTotal: number; entries: Entry[] }
}
type Entry = {
  lineupSlotId: number
  playerPoolEntry: { appliedStatTotal: number; player: { stats: object[] } }
}
type Game = {
  id: number
  matchupPeriodId: number
  winner: string
  playoffTierType?: string
  home: Side
  away?: Side
}
type Team = {
  id: number
  points: number
  playoffSeed: number
  rankCalculatedFinal: number
  record: { overall: { wins: number; losses: number; ties: number } }
  roster: { entries: Entry[] }
}
type Body = {
  schedule: Game[]
  status: { latestScoringPeriod: number; currentMatchupPeriod: number; previousSeasons: number[] }
  draftDetail: { drafted: boolean; picks?: { playerId: number }[] }
  members: { isLeagueManager?: boolean; firstName?: string }[]
  teams: Team[]
}

const HARBOR = simulateLeague({ seed: 'harbor', season: 2026 })
const SUNDAY_OF_WEEK_11 = new Date('2026-11-22T20:30:00Z')
const AFTER_THE_SEASON = new Date('2027-01-20T00:00:00Z')

function bodyOf(
  views: string[],
  now = SUNDAY_OF_WEEK_11,
  period: number | null = null,
  season = HARBOR,
): Body {
  const facts = { leagueId: 1, previousSeasons: [2024, 2025], newestSeason: 2026, isPrivate: false, now }
  return leagueBody(season, facts, { views, period, matchupPeriods: null }) as Body
}

describe('the current week', () => {
  it('has live scores while the total is zero and the winner undecided', () => {
    const games = bodyOf(['mMatchup', 'mMatchupScore']).schedule.filter((game) => game.matchupPeriodId === 11)
    expect(games).toHaveLength(6)
    for (const { home, away, winner } of games) {
      expect([home.totalPoints, away?.totalPoints, winner]).toEqual([0, 0, 'UNDECIDED'])
      expect(home.pointsByScoringPeriod).toEqual({ 11: home.totalPointsLive })
      expect(home.totalProjectedPointsLive).toBeGreaterThan(home.totalPointsLive ?? Number.NaN)
    }
  })

  it('projects the sum of the starters before the first kickoff', () => {
    const before = new Date('2026-11-19T12:00:00Z')
    for (const { home } of bodyOf(['mMatchupScore', 'mScoreboard'], before).schedule) {
      const starters = home.rosterForCurrentScoringPeriod?.entries.filter(
        (entry) => entry.lineupSlotId < 20 || entry.lineupSlotId > 21,
      )
      const projected = starters?.flatMap(
        (entry) => entry.playerPoolEntry.player.stats as { appliedTotal: number; statSourceId: number }[],
      )
      expect(projected?.every((line) => line.statSourceId === 1)).toBe(true)
      expect(projected?.reduce((sum, line) => sum + line.appliedTotal, 0)).toBeCloseTo(
        home.totalProjectedPointsLive ?? Number.NaN,
        6,
      )
      expect(home.totalPointsLive).toBe(0)
    }
  })

  it('never loses points over time and ends at the final score', () => {
    const anyWeek = fc.record({
      seed: fc.string(),
      week: fc.integer({ min: 1, max: 17 }),
      hours: fc.array(fc.nat(167), { maxLength: 8 }),
    })
    fc.assert(
      fc.property(anyWeek, ({ seed, week, hours }) => {
        const season = simulateLeague({ seed, season: 2026 })
        const start = weekStart(2026, week)
        const instants = [...hours.map((hour) => start + hour * HOUR_MS), start + 168 * HOUR_MS - 1].sort(
          (a, b) => a - b,
        )
        const liveAt = (instant: number) =>
          bodyOf(['mMatchupScore'], new Date(instant), null, season)
            .schedule.filter((game) => game.matchupPeriodId === week)
            .flatMap(({ home, away }) =>
              [home, away ?? []].flat().map((side) => side.totalPointsLive ?? Number.NaN),
            )
        const observed = instants.map(liveAt)
        for (const [index, live] of observed.entries()) {
          for (const [side, points] of live.entries()) {
            expect(points).toBeGreaterThanOrEqual(observed[index - 1]?.[side] ?? 0)
          }
        }
        const final = bodyOf(['mMatchupScore'], new Date(start + 168 * HOUR_MS), null, season)
          .schedule.filter((game) => game.matchupPeriodId === week)
          .flatMap(({ home, away }) => [home, away ?? []].flat().map((side) => side.totalPoints))
        expect(observed.at(-1)).toEqual(final)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a two-week championship', () => {
  it('has the live score of both weeks in its second week', () => {
    const season = simulateLeague({ seed: 'harbor', season: 2019 })
    const sunday = new Date('2019-12-29T20:30:00Z')
    const { schedule, status } = bodyOf(['mMatchup', 'mMatchupScore'], sunday, null, season)
    const finals = schedule.filter((game) => game.matchupPeriodId === 16)
    expect(status).toMatchObject({ latestScoringPeriod: 17, currentMatchupPeriod: 16 })
    expect(finals).toHaveLength(6)
    for (const { home, winner } of finals) {
      const { 16: first = 0, 17: second = 0 } = home.pointsByScoringPeriod ?? {}
      expect([winner, home.totalPoints]).toEqual(['UNDECIDED', 0])
      expect(second).toBeGreaterThan(0)
      expect(home.totalPointsLive).toBeCloseTo(first + second, 6)
      expect(home.totalProjectedPointsLive).toBeGreaterThan(home.totalPointsLive ?? Number.NaN)
    }
  })
})

describe('lineups', () => {
  it('includes lineups for the games of the requested week that add up to the score', () => {
    const { schedule } = bodyOf(['mMatchupScore', 'mBoxscore'], SUNDAY_OF_WEEK_11, 4)
    const withLineups = schedule.filter((game) => game.home.rosterForCurrentScoringPeriod !== undefined)
    expect(schedule).toHaveLength(84)
    expect(withLineups.map((game) => game.matchupPeriodId)).toEqual([4, 4, 4, 4, 4, 4])
    for (const { home } of withLineups)
      expect(home.rosterForCurrentScoringPeriod?.appliedStatTotal).toBe(home.totalPoints)
  })

  it('includes lineups with mScoreboard for the current week only', () => {
    const { schedule } = bodyOf(['mMatchupScore', 'mScoreboard'])
    expect(schedule.map((game) => game.matchupPeriodId)).toEqual([11, 11, 11, 11, 11, 11])
    expect(schedule[0]?.home.rosterForCurrentScoringPeriod?.entries).toHaveLength(16)
  })
})

describe('a season', () => {
  it('has no playoff games before their teams are known, and no final ranks', () => {
    const { schedule, teams } = bodyOf(['mMatchupScore', 'mTeam'])
    expect(Math.max(...schedule.map((game) => game.matchupPeriodId))).toBe(14)
    expect(teams.map((team) => team.rankCalculatedFinal)).toEqual(Array.from({ length: 12 }, () => 0))
    expect(new Set(teams.map((team) => team.playoffSeed)).size).toBe(12)
  })

  it('has no players, no seeds and week 0 before the draft', () => {
    const body = bodyOf(['mTeam', 'mRoster', 'mDraftDetail', 'mMatchup'], new Date('2026-05-01T00:00:00Z'))
    expect(body.draftDetail.drafted).toBe(false)
    expect(new Set(body.draftDetail.picks?.map((pick) => pick.playerId))).toEqual(new Set([-1]))
    expect(body.teams.every((team) => team.roster.entries.length === 0 && team.playoffSeed === 0)).toBe(true)
    expect(body.status).toMatchObject({ latestScoringPeriod: 0, currentMatchupPeriod: 1 })
  })

  it('has a champion and a winner for every game but the byes when it is over', () => {
    const { schedule, teams, status } = bodyOf(['mMatchupScore', 'mTeam'], AFTER_THE_SEASON)
    const open = schedule.filter((game) => game.winner === 'UNDECIDED')
    expect(open.map((game) => 'away' in game)).toEqual([false, false])
    expect(teams.map((team) => team.rankCalculatedFinal).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
    expect(status).toMatchObject({ latestScoringPeriod: 19, currentMatchupPeriod: 17 })
  })

  it('counts only decided games in the team records', () => {
    const { schedule, teams } = bodyOf(['mTeam', 'mMatchupScore'])
    for (const { id, record, points } of teams) {
      const won = schedule.filter((game) => game.winner === (game.home.teamId === id ? 'HOME' : 'AWAY'))
      const ownSides = schedule
        .flatMap(({ home, away }) => [home, away ?? []].flat())
        .filter((side) => side.teamId === id)
      expect(record.overall.wins).toBe(
        won.filter((game) => [game.home.teamId, game.away?.teamId].includes(id)).length,
      )
      expect(record.overall.wins + record.overall.losses + record.overall.ties).toBe(10)
      expect(points).toBeCloseTo(
        ownSides.reduce((sum, side) => sum + side.totalPoints, 0),
        6,
      )
    }
  })

  it('marks the manager without a view and with mNav, but not with mTeam alone', () => {
    const managers = (views: string[]) =>
      bodyOf(views).members.filter((member) => member.isLeagueManager === true).length
    expect([managers([]), managers(['mNav']), managers(['mTeam', 'mNav']), managers(['mTeam'])]).toEqual([
      1, 1, 1, 0,
    ])
    expect(bodyOf([]).members[0]).not.toHaveProperty('firstName')
  })
})
