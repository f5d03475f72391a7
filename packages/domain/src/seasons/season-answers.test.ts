import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import type { Game, GameSide, LeagueSeason, SeasonTeam } from './season.ts'
import { completeSeason, NO_ANSWERS, regularSeasonLength } from './season-check.ts'
import { regularSeasonTotals } from './standings.ts'

const side = (teamId: number, points: number): GameSide => ({
  teamId,
  points: points as Points,
  livePoints: null,
  projectedPoints: null,
  adjustment: 0 as Points,
  pointsByWeek: [],
})

const game = (period: number, [home, a]: [number, number], [away, b]: [number, number]): Game => ({
  gameId: period * 10 + home,
  period,
  home: side(home, a),
  away: side(away, b),
  result: a === b ? 'tie' : a > b ? 'home' : 'away',
  bracket: 'regular',
  categories: null,
})

/** Three weeks of the regular season, then the semifinals and the final, without marks. */
const GAMES = [
  game(1, [1, 100], [2, 90]),
  game(1, [3, 80], [4, 70]),
  game(2, [1, 100], [3, 90]),
  game(2, [2, 80], [4, 70]),
  game(3, [1, 100], [4, 90]),
  game(3, [2, 85], [3, 85]),
  game(4, [1, 100], [4, 90]),
  game(4, [2, 60], [3, 61]),
  game(5, [1, 70], [3, 99]),
  game(5, [2, 50], [4, 40]),
]

const team = (teamId: number, games: readonly Game[]): SeasonTeam => ({
  teamId,
  name: `Team ${teamId}`,
  abbrev: `T${teamId}`,
  logo: null,
  divisionId: null,
  playoffSeed: null,
  finalRank: null,
  ownerIds: [],
  primaryOwnerId: null,
  ...regularSeasonTotals(teamId, games),
})

/** A finished season whose records count the games up to a period. */
function buildSeason(recordsUpTo: number, games: Game[] = GAMES): LeagueSeason {
  const counted = games.filter(({ period }) => period <= recordsUpTo)
  return {
    providerLeagueId: '1',
    season: 2012,
    name: null,
    isPublic: null,
    scoringType: null,
    hasMedianGame: null,
    draftAt: null,
    isBestBall: false,
    hasFineScores: false,
    seeding: null,
    size: 4,
    calendar: { regularSeasonPeriods: null, periods: [], playoffTeams: null },
    progress: { isDrafted: true, isFinished: true, currentPeriod: null, currentWeek: null, finalWeek: null },
    previousSeasons: [],
    members: [],
    teams: [1, 2, 3, 4].map((teamId) => team(teamId, counted)),
    games,
    weeklyScores: [],
    findings: [],
  }
}

const brackets = ({ games }: LeagueSeason) => games.map(({ bracket }) => bracket[0]).join('')

describe('regularSeasonLength', () => {
  it.each([1, 2, 3, 4, 5])('finds %d matchups in the final records', (length) => {
    expect(regularSeasonLength(buildSeason(length))).toBe(length)
  })

  it('compares records only if points were adjusted, and points only if records were', () => {
    const season = buildSeason(3)
    const withTeams = (change: (each: SeasonTeam) => SeasonTeam) => ({
      ...season,
      teams: season.teams.map(change),
    })
    const adjusted = withTeams((each) => ({ ...each, pointsFor: ((each.pointsFor ?? 0) + 5) as Points }))
    expect(regularSeasonLength(adjusted)).toBe(3)
    // With a game against the median of each week.
    const median = withTeams(({ record, ...each }) => ({
      ...each,
      record: record === null ? null : { ...record, wins: record.wins + 2 },
    }))
    expect(regularSeasonLength(median)).toBe(3)
  })

  it('compares points with the rounding in mind if the scores are finer than hundredths', () => {
    const season = buildSeason(3)
    const teams = season.teams.map((each) => ({ ...each, pointsFor: ((each.pointsFor ?? 0) + 1) as Points }))
    const records = teams.map((each) => ({ ...each, record: { wins: 99, losses: 0, ties: 0 } }))
    expect(regularSeasonLength({ ...season, teams: records, hasFineScores: true })).toBe(3)
    expect(regularSeasonLength({ ...season, teams: records })).toBeNull()
  })

  it('is null without records, without games and if nothing fits', () => {
    const season = buildSeason(3)
    const record = { wins: 0, losses: 0, ties: 0 }
    expect(
      regularSeasonLength({ ...season, teams: season.teams.map((each) => ({ ...each, record })) }),
    ).toBeNull()
    expect(regularSeasonLength({ ...season, games: [] })).toBeNull()
    const teams = season.teams.map((each) => ({
      ...each,
      record: { wins: 9, losses: 9, ties: 9 },
      pointsFor: 1 as Points,
    }))
    expect(regularSeasonLength({ ...season, teams })).toBeNull()
  })
})

describe('completeSeason', () => {
  it('derives the regular season from the final records and reads the final', () => {
    const { season, questions } = completeSeason(buildSeason(3), NO_ANSWERS, { hasOwnRecords: true })
    expect(brackets(season)).toBe('rrrrrrpppp')
    expect(season.calendar.regularSeasonPeriods).toBe(3)
    expect(season.findings).toMatchObject([{ code: 'regular_season_from_records' }])
    expect(questions).toEqual([])
  })

  it('asks for the regular season and the podium if nothing determines them', () => {
    const unknown = { ...buildSeason(3), teams: [1, 2, 3, 4].map((teamId) => team(teamId, [])) }
    const open = completeSeason(unknown, NO_ANSWERS, { hasOwnRecords: true })
    expect(open.questions).toEqual(['regular_season', 'podium'])
    expect(open.season.findings).toMatchObject([{ code: 'regular_season_unknown' }])
    const completed = completeSeason(
      unknown,
      { regularSeasonPeriods: 3, podium: [] },
      { hasOwnRecords: true },
    )
    expect(completed.questions).toEqual(['regular_season'])
    expect(brackets(completed.season)).toBe('rrrrrrpppp')
    expect(completed.season.findings).toEqual([])
  })

  it('counts the records of a season without own records from the regular season', () => {
    const { season, questions } = completeSeason(
      buildSeason(5),
      { regularSeasonPeriods: 3, podium: [] },
      { hasOwnRecords: false },
    )
    expect(questions).toEqual(['regular_season'])
    expect(season.teams.map(({ record }) => record)).toEqual(buildSeason(3).teams.map(({ record }) => record))
  })

  it('takes the podium from the answers only if the champion is unknown', () => {
    const withoutFinal = buildSeason(3, GAMES.slice(0, 6))
    const source = { hasOwnRecords: true }
    const answers = { regularSeasonPeriods: null, podium: [4, 2] }
    const named = completeSeason(withoutFinal, answers, source)
    expect(named.questions).toEqual(['podium'])
    expect(named.season.teams.map(({ finalRank }) => finalRank)).toEqual([null, 2, null, 1])
    const known = completeSeason(buildSeason(3), answers, source)
    expect(known.season.teams.map(({ finalRank }) => finalRank)).toEqual([null, null, null, null])
    const unknownTeam = completeSeason(withoutFinal, { ...answers, podium: [9] }, source)
    expect(unknownTeam.season).toEqual(completeSeason(withoutFinal, NO_ANSWERS, source).season)
  })

  it.each([
    ['a later week has a result', 3, 5, false],
    ['the league is in a later week', 5, 6, false],
    ['the season is over', 5, 5, true],
  ])('marks a week without a score as not played once %s', (_, empty, currentPeriod, isFinished) => {
    const games = GAMES.map((each): Game => {
      if (each.period !== empty) return each
      return {
        ...each,
        home: side(each.home.teamId, 0),
        away: side(each.away?.teamId ?? 0, 0),
        result: 'undecided',
      }
    })
    const season = buildSeason(3, games)
    const progress = { ...season.progress, currentPeriod, isFinished }
    const marked = completeSeason({ ...season, progress }, NO_ANSWERS, { hasOwnRecords: true }).season.games
    const unplayed = marked.filter(({ result }) => result === 'not_played')
    expect(unplayed.map(({ period }) => period)).toEqual([empty, empty])
    expect(marked.filter(({ result }) => result === 'undecided')).toEqual([])
  })

  it('counts records and points that are unknown from the games of the regular season', () => {
    const known = buildSeason(3)
    const unknown = { record: null, pointsFor: null, pointsAgainst: null }
    const season = {
      ...known,
      calendar: { ...known.calendar, regularSeasonPeriods: 3 },
      games: known.games.map((each): Game => (each.period > 3 ? { ...each, bracket: 'winners' } : each)),
      teams: known.teams.map((each) => ({ ...each, ...unknown })),
    }
    const countedOf = (of: LeagueSeason) =>
      completeSeason(of, NO_ANSWERS, { hasOwnRecords: true }).season.teams.map(({ record }) => record)
    expect(countedOf(season)).toEqual(known.teams.map(({ record }) => record))
    expect(countedOf({ ...season, games: [] })).toEqual([null, null, null, null])
  })

  it('leaves a week that is in progress, and one with a score, undecided', () => {
    const games = GAMES.map((each): Game => (each.period < 4 ? each : { ...each, result: 'undecided' }))
    const season = buildSeason(3, games)
    const progress = { ...season.progress, currentPeriod: 4, isFinished: false }
    const [first] = games.filter(({ period }) => period === 5)
    const open = games.map((each) =>
      each === first ? { ...each, home: side(1, 0), away: side(3, 0) } : each,
    )
    const completed = completeSeason({ ...season, games: open, progress }, NO_ANSWERS, {
      hasOwnRecords: true,
    })
    expect(completed.season.games).toEqual(open)
  })

  it('leaves a season in progress and stated settings unchanged', () => {
    const season = buildSeason(3)
    const inProgress = { ...season, progress: { ...season.progress, isFinished: false } }
    expect(completeSeason(inProgress, NO_ANSWERS, { hasOwnRecords: true })).toEqual({
      season: inProgress,
      questions: [],
    })
    const stated = { ...season, calendar: { ...season.calendar, regularSeasonPeriods: 5 } }
    expect(
      completeSeason(stated, { regularSeasonPeriods: 3, podium: [] }, { hasOwnRecords: true }).season,
    ).toEqual(stated)
  })
})
