import { buildBracket, podiumOf } from '@fieldhouse/domain/seasons/playoffs'
import { checkConsistency } from '@fieldhouse/domain/seasons/season-check'
import { describe, expect, it } from 'vitest'
import {
  generatedSeason,
  LEAGUE_ID,
  leagueBody,
  rosterBody,
  rowBody,
  translateGenerated,
  userBody,
} from './testing/bodies.ts'

type Season = ReturnType<typeof translateGenerated>

const gameOf = (season: Season, period: number, teamId: number) =>
  season.games.find(
    (game) => game.period === period && [game.home.teamId, game.away?.teamId].includes(teamId),
  )
const ranksOf = (season: Season) => season.teams.map(({ finalRank }) => finalRank)

describe('the date of the draft', () => {
  const draft = (id: number, changes: object = {}) => ({
    draft_id: `90000000000000010${id}`,
    season: '2025',
    start_time: id * 1_000_000,
    ...changes,
  })

  it.each([
    ['the main draft, even when another one is earlier', [draft(0), draft(1)], 1_000_000],
    ['the first draft without the main one', [draft(5), draft(3)], 3_000_000],
    ['another one while the main one has no date', [draft(1, { start_time: null }), draft(2)], 2_000_000],
  ])('is that of %s', (_, drafts, time) => {
    expect(translateGenerated({ drafts }).draftAt).toEqual(new Date(time))
  })

  it.each([
    ['no drafts', []],
    ['no answer', null],
    ['only the draft of the next season', [draft(1, { season: '2026' })]],
    ['a draft without a date', [draft(1, { start_time: undefined })]],
    ['a draft whose date is no number', [draft(1, { start_time: 'soon' })]],
  ])('is unknown with %s', (_, drafts) => {
    expect(translateGenerated({ drafts }).draftAt).toBeNull()
  })
})

describe('the number of playoff teams', () => {
  it.each([
    ['0 in a league without playoffs', { playoff_week_start: 0, playoff_teams: 4 }, 0],
    ['unknown if the settings do not tell when the playoffs begin', { playoff_week_start: null }, null],
  ])('is %s', (_, settings, playoffTeams) => {
    const league = leagueBody({}, settings)
    expect(translateGenerated({ league, winners: [] }).calendar.playoffTeams).toBe(playoffTeams)
  })
})

describe('a completed season', () => {
  const season = translateGenerated({}, [2025, 2023, 2024])

  it('has the totals of the host and the final ranks of the bracket', () => {
    expect(season).toMatchObject({
      providerLeagueId: LEAGUE_ID,
      season: 2025,
      name: 'Test League',
      isPublic: null,
      scoringType: 'H2H_POINTS',
      hasMedianGame: false,
      size: 4,
      previousSeasons: [2023, 2024],
      calendar: { regularSeasonPeriods: 2, playoffTeams: 4 },
      progress: { isDrafted: true, isFinished: true, currentPeriod: 4, currentWeek: 4, finalWeek: 4 },
      findings: [],
    })
    expect(ranksOf(season)).toEqual([2, 1, 3, 4])
    expect(season.teams.map(({ playoffSeed }) => playoffSeed)).toEqual([1, 2, 3, 4])
    expect(season.teams[1]).toMatchObject({
      name: 'Team B',
      record: { wins: 1, losses: 1, ties: 0 },
      pointsFor: 20_000,
    })
  })

  it('has its games with hundredths and weekly scores', () => {
    expect(gameOf(season, 4, 2)).toEqual({
      gameId: 4001,
      period: 4,
      home: expect.objectContaining({ teamId: 1, points: 10_150, livePoints: null, adjustment: 0 }),
      away: expect.objectContaining({
        teamId: 2,
        points: 12_125,
        pointsByWeek: [{ week: 4, points: 12_125 }],
      }),
      result: 'away',
      bracket: 'winners',
      categories: null,
    })
    expect(gameOf(season, 4, 3)?.bracket).toBe('winners consolation')
    expect(season.games.map(({ gameId }) => gameId)).toEqual([1001, 1002, 2001, 2002, 3001, 3002, 4001, 4002])
  })

  it('is consistent with its bracket', () => {
    expect(
      checkConsistency({
        ...season,
        teams: season.teams.map((team) => ({ ...team, pointsAgainst: team.pointsFor })),
      }),
    ).toEqual([])
    expect(buildBracket({ ...season, ...season.calendar, isFinished: true })).toMatchObject({ championId: 2 })
  })

  it('refuses an answer without rosters, and one whose scores are no numbers', () => {
    expect(() => translateGenerated({ rosters: [] })).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape' }),
    )
    expect(() => translateGenerated({ rosters: { 1: 'x' } })).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape' }),
    )
    expect(() => translateGenerated({ weeks: [[rowBody(1, 1, 'many' as never)]] })).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape' }),
    )
  })

  it('reads an answer with nothing but what is needed', () => {
    const bare = translateGenerated({
      league: { season: '2025' },
      rosters: [{ roster_id: 1 }, { roster_id: 2 }],
      users: [],
      winners: null,
      losers: null,
      weeks: [],
    })
    expect(bare.teams.map(({ name, record }) => [name, record?.wins])).toEqual([
      ['Team 1', 0],
      ['Team 2', 0],
    ])
    expect(bare.progress).toMatchObject({ isDrafted: false, isFinished: false, currentWeek: null })
  })
})

describe('owners', () => {
  it('follow the accounts, co-owners included, and their names are trimmed', () => {
    const season = translateGenerated({
      rosters: [
        rosterBody(1, {}, { co_owners: ['800000000000000009', '800000000000000001'] }),
        rosterBody(2, {}, { owner_id: null }),
        rosterBody(3, {}, { owner_id: '800000000000000077' }),
        rosterBody(4),
      ],
      users: [
        userBody(1, { metadata: { team_name: ' Gridiron  Geese ' } }),
        userBody(4, { metadata: null }),
        userBody(9),
        userBody(9, { display_name: 'twice' }),
      ],
    })
    expect(
      season.teams.map(({ name, ownerIds, primaryOwnerId }) => [name, ownerIds.length, primaryOwnerId]),
    ).toEqual([
      ['Gridiron Geese', 2, '800000000000000001'],
      ['Team 2', 0, null],
      ['Team 3', 1, '800000000000000077'],
      ['manager4', 1, '800000000000000004'],
    ])
    expect(season.members.map(({ name }) => name)).toEqual([
      'manager1',
      'manager4',
      'manager9',
      'Unknown owner',
    ])
    expect(season.findings).toEqual([expect.objectContaining({ code: 'unknown_owner' })])
  })

  it('are commissioners if the league says so, and a user without a roster is a member', () => {
    const { members } = translateGenerated({ users: [1, 2, 5].map((number) => userBody(number)) })
    expect(members.filter(({ isManager }) => isManager).map(({ name }) => name)).toEqual(['manager1'])
    expect(members.map(({ name }) => name)).toContain('manager5')
  })

  it("have pictures of Sleeper's host only", () => {
    const logoFor = (changes: object) =>
      translateGenerated({ users: [userBody(1, { ...changes })] }).teams[0]?.logo
    expect(logoFor({ avatar: 'fb36079976397686f94866e622623b11' })).toBe(
      'https://sleepercdn.com/avatars/thumbs/fb36079976397686f94866e622623b11',
    )
    expect(logoFor({ metadata: { avatar: 'https://sleepercdn.com/uploads/a.jpg' } })).toBe(
      'https://sleepercdn.com/uploads/a.jpg',
    )
    for (const avatar of [
      'http://sleepercdn.com/a.jpg',
      'https://sleepercdn.com.example/a.jpg',
      'javascript:alert(1)',
    ])
      expect(logoFor({ metadata: { avatar } })).toBeNull()
    expect(logoFor({ avatar: '../../x' })).toBeNull()
  })

  it('keep divisions only while the league has them', () => {
    const rosters = [1, 2, 3, 4].map((id) => rosterBody(id, { wins: 4 - id, division: id % 2 } as never))
    const divisionsWith = (divisions?: number) =>
      translateGenerated({ league: leagueBody({}, { divisions }), rosters }).teams.map(
        ({ divisionId }) => divisionId,
      )
    expect(divisionsWith(2)).toEqual([1, 0, 1, 0])
    const named = leagueBody({ metadata: { division_1: ' North ', division_0: 7 } }, { divisions: 2 })
    expect(translateGenerated({ league: named, rosters }).seeding).toEqual({
      tieBreaker: 'points_for_and_against',
      isReseeded: false,
      divisions: [
        { divisionId: 0, name: null },
        { divisionId: 1, name: 'North' },
      ],
    })
    expect(divisionsWith(0)).toEqual([null, null, null, null])
    expect(divisionsWith()).toEqual([null, null, null, null])
  })

  it('with a division title are seeded first until the bracket is given', () => {
    const rosters = [
      rosterBody(1, { wins: 5, division: 1 } as never),
      rosterBody(2, { wins: 4, division: 1 } as never),
      rosterBody(3, { wins: 3, division: 2 } as never),
      rosterBody(4, { wins: 1, division: 2 } as never),
    ]
    const running = { status: 'in_season' }
    const season = translateGenerated({
      league: leagueBody(running, { divisions: 2, leg: 2, last_scored_leg: 1 }),
      rosters,
    })
    expect(season.teams.map(({ playoffSeed }) => playoffSeed)).toEqual([1, 3, 2, 4])
  })
})

describe('scores', () => {
  it('of a commissioner replace those of the starters, also 0 and float noise', () => {
    const weeks = generatedSeason().weeks as unknown[][]
    const season = translateGenerated({
      weeks: [
        [rowBody(1, 1, 110, { custom_points: 0 }), rowBody(4, 1, 70, { custom_points: 142.19000244140625 })],
        ...weeks.slice(1),
      ],
    })
    const game = gameOf(season, 1, 1)
    expect(game).toMatchObject({
      result: 'away',
      home: { points: 0, adjustment: -11_000 },
      away: { points: 14_219, adjustment: 7219 },
    })
  })

  it('below 0 and equal scores count', () => {
    const weeks = generatedSeason().weeks as unknown[][]
    const season = translateGenerated({
      weeks: [
        [rowBody(1, 1, -0.7), rowBody(4, 1, -2.35), rowBody(2, 2, 90), rowBody(3, 2, 90)],
        ...weeks.slice(1),
      ],
    })
    expect(gameOf(season, 1, 1)).toMatchObject({
      result: 'home',
      home: { points: -70 },
      away: { points: -235 },
    })
    expect(gameOf(season, 1, 2)?.result).toBe('tie')
  })

  it('of teams without a pair are no game, in an odd league and after the season', () => {
    const weeks = generatedSeason().weeks as unknown[][]
    const season = translateGenerated({
      weeks: [
        [rowBody(1, 1, 90), rowBody(4, 1, 80), rowBody(2, null, 100), rowBody(3, 7, 70)],
        ...weeks.slice(1),
        [rowBody(1, null, 50), rowBody(2, null, 60)],
      ],
    })
    expect(season.games.filter(({ period }) => period === 1)).toHaveLength(1)
    expect(season.games.every(({ period }) => period <= 4)).toBe(true)
  })

  it('of teams that are not in the league are reported', () => {
    const weeks = generatedSeason().weeks as unknown[][]
    const season = translateGenerated({ weeks: [[rowBody(1, 1, 90), rowBody(9, 1, 80)], ...weeks.slice(1)] })
    expect(season.findings).toEqual([
      expect.objectContaining({ code: 'unknown_team', week: 1, gameId: 1001 }),
    ])
    const unknown = [rowBody(1, 1, 90), rowBody(9, 1, 80)]
    const { findings } = translateGenerated({ weeks: [unknown, unknown, ...weeks.slice(2)] })
    expect(findings.filter(({ code }) => code === 'unknown_team')).toEqual([
      {
        code: 'unknown_team',
        detail: '2 games were skipped because team 9 is not in the league.',
        week: null,
        gameId: null,
      },
    ])
  })
})

describe('a running season', () => {
  const running = (settings: object, weeks: unknown[]) =>
    translateGenerated({
      league: leagueBody({ status: 'in_season' }, { last_scored_leg: undefined, ...settings }),
      weeks,
    })
  const [first = [], second = []] = generatedSeason().weeks as unknown[][]
  const zeros = [rowBody(1, 1, 0), rowBody(2, 1, 0), rowBody(3, 2, 0), rowBody(4, 2, 0)]

  it('has pairs to come without results, and no playoff games before their weeks', () => {
    const season = running({ leg: 1 }, [zeros, zeros, zeros, zeros])
    expect(season.games.map(({ period, result }) => [period, result])).toEqual([
      [1, 'undecided'],
      [1, 'undecided'],
      [2, 'undecided'],
      [2, 'undecided'],
    ])
    expect(season.games.every(({ home }) => home.livePoints === null && home.pointsByWeek.length === 0)).toBe(
      true,
    )
    expect(season.progress).toMatchObject({
      isDrafted: true,
      isFinished: false,
      currentWeek: 1,
      finalWeek: 4,
    })
    expect(
      season.teams.every(({ playoffSeed, finalRank }) => playoffSeed === null && finalRank === null),
    ).toBe(true)
  })

  it('has live scores in the current week, which the league and not the NFL names', () => {
    const season = running({ leg: 2, last_scored_leg: 1 }, [first, second, zeros, zeros])
    expect(gameOf(season, 1, 1)).toMatchObject({ result: 'home', home: { livePoints: null, points: 11_000 } })
    expect(gameOf(season, 2, 1)).toMatchObject({
      result: 'undecided',
      home: { livePoints: 12_000, points: 0 },
    })
    expect(season.progress).toMatchObject({ currentWeek: 2, currentPeriod: 2 })
  })

  it('decides no week of zeros, even after it', () => {
    const season = running({ leg: 3, last_scored_leg: 2 }, [first, zeros, zeros, zeros])
    expect(gameOf(season, 1, 1)?.result).toBe('home')
    expect(gameOf(season, 2, 1)?.result).toBe('undecided')
  })

  it('has last season as its latest winner until its own bracket is decided', () => {
    const season = translateGenerated({
      league: leagueBody(
        { status: 'in_season', metadata: { latest_league_winner_roster_id: '3' } },
        { leg: 3, last_scored_leg: 2 },
      ),
      winners: [
        { r: 1, t1: 1, t2: 4 },
        { r: 1, t1: 2, t2: 3 },
        { r: 2, p: 1, t1: null, t2: null },
      ],
    })
    expect(podiumOf(season)).toEqual([])
    expect(ranksOf(season)).toEqual([null, null, null, null])
    expect(gameOf(season, 3, 1)).toMatchObject({ bracket: 'winners', result: 'undecided' })
  })

  it('shows no bracket of the day before the playoffs', () => {
    const season = running({ leg: 2, last_scored_leg: 1 }, [first, second])
    expect(season.games.every(({ bracket }) => bracket === 'regular')).toBe(true)
  })

  it('is over once its title is decided and its last week scored', () => {
    const season = translateGenerated({ league: leagueBody({ status: 'post_season' }) })
    expect(season.progress.isFinished).toBe(true)
    expect(ranksOf(season)).toEqual([2, 1, 3, 4])
  })

  it('before the draft has no week', () => {
    for (const status of ['pre_draft', 'drafting']) {
      const season = translateGenerated({
        league: leagueBody({ status }, { leg: 1, last_scored_leg: undefined }),
        weeks: [],
      })
      expect(season.progress).toMatchObject({ isDrafted: false, currentWeek: null })
    }
  })
})

describe('playoffs', () => {
  const weeks = generatedSeason().weeks as unknown[][]

  it('follow a bracket that a commissioner has edited, not the seeds or the scores', () => {
    const season = translateGenerated({
      winners: [
        { r: 1, m: 1, t1: 1, t2: 4, w: 4, l: 1 },
        { r: 1, m: 2, t1: 2, t2: 3, w: 2, l: 3 },
        { r: 2, m: 3, t1: 1, t2: 2, w: 1, l: 2, p: 1 },
      ],
    })
    expect(gameOf(season, 3, 1)?.result).toBe('away')
    expect(gameOf(season, 4, 1)?.result).toBe('home')
    expect(ranksOf(season).slice(0, 2)).toEqual([1, 2])
  })

  it('give a tied game to the team that the bracket lets advance', () => {
    const tied = [rowBody(1, 1, 100), rowBody(2, 1, 100), rowBody(3, 2, 90), rowBody(4, 2, 90)]
    expect(gameOf(translateGenerated({ weeks: [...weeks.slice(0, 3), tied] }), 4, 1)?.result).toBe('away')
    const withoutBracket = translateGenerated({ weeks: [...weeks.slice(0, 3), tied], winners: [] })
    expect(gameOf(withoutBracket, 4, 1)?.result).toBe('home')
    expect(ranksOf(withoutBracket)).toEqual([1, 2, 3, 4])
  })

  it('are derived from the games only without a bracket', () => {
    const season = translateGenerated({ winners: [], losers: [] })
    expect(ranksOf(season)).toEqual([2, 1, 3, 4])
    expect(season.games.filter(({ period }) => period > 2).map(({ bracket }) => bracket)).toEqual([
      'winners',
      'winners',
      'winners',
      'winners consolation',
    ])
  })

  it('have no champion if the games do not show one', () => {
    const season = translateGenerated({ winners: [], weeks: weeks.slice(0, 2) })
    expect(ranksOf(season)).toEqual([null, null, null, null])
    expect(podiumOf(season)).toEqual([])
  })

  it('of two weeks are one game with two weekly scores', () => {
    const season = translateGenerated({
      league: leagueBody({}, { playoff_round_type: 2, leg: 6, last_scored_leg: 6 }),
      winners: [],
      weeks: [
        ...weeks.slice(0, 2),
        [rowBody(1, 1, 100), rowBody(4, 1, 120), rowBody(2, 2, 90), rowBody(3, 2, 80)],
        [rowBody(1, 7, 130), rowBody(4, 7, 100), rowBody(2, 8, 90), rowBody(3, 8, 80)],
        [rowBody(1, 1, 100), rowBody(2, 1, 120), rowBody(3, 2, 90), rowBody(4, 2, 80)],
        [rowBody(1, 1, 100), rowBody(2, 1, 70), rowBody(3, 2, 90), rowBody(4, 2, 80)],
      ],
    })
    expect(season.calendar.periods).toEqual([
      { period: 1, weeks: [1] },
      { period: 2, weeks: [2] },
      { period: 3, weeks: [3, 4] },
      { period: 4, weeks: [5, 6] },
    ])
    expect(gameOf(season, 3, 1)).toMatchObject({
      gameId: 3001,
      result: 'home',
      home: {
        points: 23_000,
        pointsByWeek: [
          { week: 3, points: 10_000 },
          { week: 4, points: 13_000 },
        ],
      },
    })
    expect(season.games.filter(({ period }) => period > 2)).toHaveLength(4)
    expect(ranksOf(season)).toEqual([1, 2, 3, 4])
  })

  it('of two weeks are undecided after the first one', () => {
    const season = translateGenerated({
      league: leagueBody({ status: 'in_season' }, { playoff_round_type: 2, leg: 4, last_scored_leg: 3 }),
      winners: [
        { r: 1, t1: 1, t2: 4 },
        { r: 1, t1: 2, t2: 3 },
        { r: 2, p: 1 },
      ],
      weeks: [...weeks.slice(0, 3), [rowBody(1, 1, 0), rowBody(4, 1, 0), rowBody(2, 2, 0), rowBody(3, 2, 0)]],
    })
    expect(gameOf(season, 3, 1)).toMatchObject({ result: 'undecided', home: { livePoints: 13_050 } })
  })

  it.each([
    [
      'a final of two weeks',
      [3, 4, 5],
      [
        [1, 2],
        [3, 4],
        [1, 2],
      ],
      [[3], [4, 5]],
    ],
    [
      'two weeks in every round',
      [3, 4, 5, 6],
      [
        [1, 4],
        [1, 4],
        [1, 2],
        [1, 2],
      ],
      [
        [3, 4],
        [5, 6],
      ],
    ],
  ])('of round type 1 have %s if the pairs say so', (_, played, pairs, rounds) => {
    const season = translateGenerated({
      league: leagueBody({}, { playoff_round_type: 1, leg: played.at(-1), last_scored_leg: played.at(-1) }),
      weeks: [
        ...weeks.slice(0, 2),
        ...pairs.map(([a = 0, b = 0]) => [rowBody(a, 1, 100), rowBody(b, 1, 90)]),
      ],
    })
    expect(season.calendar.periods.slice(2).map((each) => each.weeks)).toEqual(rounds)
  })

  it('have byes for the teams that the bracket lets wait, and none for other idle teams', () => {
    const rosters = [1, 2, 3, 4, 5, 6, 7].map((id) => rosterBody(id, { wins: 10 - id }))
    const season = translateGenerated({
      league: leagueBody({}, { num_teams: 7, playoff_teams: 6, leg: 5, last_scored_leg: 5 }),
      rosters,
      winners: [
        { r: 1, m: 1, t1: 4, t2: 5, w: 5, l: 4 },
        { r: 1, m: 2, t1: 3, t2: 6, w: 6, l: 3 },
        { r: 2, m: 3, t1: 1, t2: 6, w: 1, l: 6 },
        { r: 2, m: 4, t1: 2, t2: 5, w: 5, l: 2 },
        { r: 3, m: 5, t1: 1, t2: 5, w: 5, l: 1, p: 1 },
      ],
      weeks: [
        ...weeks.slice(0, 2),
        [
          rowBody(1, null, 99.5),
          rowBody(2, null, 80),
          rowBody(3, 2, 90),
          rowBody(4, 1, 90),
          rowBody(5, 1, 95),
          rowBody(6, 2, 95),
          rowBody(7, null, 20),
        ],
        [rowBody(1, 1, 90), rowBody(6, 1, 80), rowBody(2, 2, 90), rowBody(5, 2, 95)],
        [rowBody(1, 1, 90), rowBody(5, 1, 95)],
      ],
    })
    const byes = season.games.filter(({ away }) => away === null)
    expect(
      byes.map(({ gameId, period, home, result }) => [gameId, period, home.teamId, home.points, result]),
    ).toEqual([
      [3501, 3, 1, 9950, 'undecided'],
      [3502, 3, 2, 8000, 'undecided'],
    ])
    // Reseeded: a fixed bracket would have 1 against 5.
    expect(gameOf(season, 4, 1)?.away?.teamId).toBe(6)
    expect(season.teams.find(({ finalRank }) => finalRank === 1)?.teamId).toBe(5)
    expect(buildBracket({ ...season, ...season.calendar, isFinished: true }).rounds[0]?.byes).toEqual([1, 2])
  })

  it.each([
    ['in which the loser goes on, place 1 is last', 0, [5, 6, 8, 7]],
    ['in which the winner goes on, place 1 is the best of the rest', 1, [8, 7, 5, 6]],
  ])('have a losers bracket %s', (_, playoffType, expected) => {
    const rosters = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => rosterBody(id, { wins: 10 - id }))
    const season = translateGenerated({
      league: leagueBody({}, { num_teams: 8, playoff_type: playoffType }),
      rosters,
      losers: [
        { r: 1, m: 1, t1: 5, t2: 8, w: 8, l: 5 },
        { r: 1, m: 2, t1: 6, t2: 7, w: 7, l: 6 },
        { r: 2, m: 3, t1: 8, t2: 7, w: 7, l: 8, p: 1 },
        { r: 2, m: 4, t1: 5, t2: 6, w: 6, l: 5, p: 3 },
      ],
    })
    const ranks = new Map(season.teams.map(({ teamId, finalRank }) => [teamId, finalRank]))
    expect([5, 6, 7, 8].map((id) => ranks.get(id))).toEqual(expected)
  })

  it('of a losers bracket whose losers go on are won by the higher score', () => {
    const rosters = [1, 2, 3, 4, 5, 6].map((id) => rosterBody(id, { wins: 10 - id }))
    const season = translateGenerated({
      league: leagueBody({}, { num_teams: 6 }),
      rosters,
      losers: [{ r: 1, m: 1, t1: 5, t2: 6, w: 6, l: 5, p: 1 }],
      weeks: [...weeks.slice(0, 2), [...(weeks[2] ?? []), rowBody(5, 3, 90), rowBody(6, 3, 60)], weeks[3]],
    })
    expect(gameOf(season, 3, 5)).toMatchObject({ result: 'home', bracket: 'losers consolation' })
    expect(season.teams.find(({ teamId }) => teamId === 6)?.finalRank).toBe(6)
  })
})

describe('median games', () => {
  it('are a setting of the season, and count in the totals', () => {
    const season = translateGenerated({
      league: leagueBody({}, { league_average_match: 1 }),
      rosters: [
        rosterBody(1, { wins: 4, fpts: 230 }),
        rosterBody(2, { wins: 2, losses: 2, fpts: 200 }),
        rosterBody(3, { wins: 2, losses: 2, fpts: 190 }),
        rosterBody(4, { losses: 4, fpts: 150 }),
      ],
    })
    expect(season.hasMedianGame).toBe(true)
    const codes = checkConsistency(season).map(({ code }) => code)
    expect(codes).not.toContain('record')
    expect(season.games.filter(({ bracket }) => bracket === 'regular')).toHaveLength(4)
  })
})

it('knows best ball, also for seasons before the setting existed', () => {
  const seasonWith = (settings: Record<string, unknown>) =>
    translateGenerated({ league: leagueBody({}, settings) })
  expect([seasonWith({ best_ball: 1 }).isBestBall, seasonWith({}).isBestBall]).toEqual([true, false])
})

it('reports records that do not follow from the games, and keeps the totals of the host', () => {
  const season = translateGenerated({
    rosters: [
      rosterBody(1, { wins: 1, losses: 0, ties: 1, fpts: 228, fpts_decimal: 5 }),
      ...[2, 3, 4].map((id) => rosterBody(id)),
    ],
  })
  expect(season.teams[0]).toMatchObject({ record: { wins: 1, losses: 0, ties: 1 }, pointsFor: 22_805 })
  expect(checkConsistency(season).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['record', 'points_for']),
  )
})

it('has 0 for the totals that Sleeper leaves out before the first game, and unknown ones later', () => {
  const rosters = [0, 1].map((wins) => ({
    roster_id: wins + 1,
    settings: { wins, losses: 0, ties: 0, fpts: 0 },
  }))
  const againstOf = (season: ReturnType<typeof translateGenerated>) =>
    season.teams.map(({ pointsAgainst }) => pointsAgainst)
  const league = { season: '2025', status: 'in_season', settings: { leg: 1 } }
  expect(againstOf(translateGenerated({ rosters, league, weeks: [], winners: null }))).toEqual([0, 0])
  expect(againstOf(translateGenerated({ rosters }))).toEqual([0, null])
})

describe('an elimination league', () => {
  const rosterOf = (id: number, fpts: number, eliminated?: number) => ({
    roster_id: id,
    settings: { wins: 0, losses: 0, ties: 0, fpts, fpts_against: 0, eliminated },
  })
  const weekOf = (...points: number[]) =>
    points.map((each, index) => ({ ...rowBody(index + 1, 1, each), matchup_id: null }))
  const CHOPPED = { season: '2025', settings: { type: 3, playoff_week_start: 0 } }

  it('has the survivor as its champion, places by elimination, weekly scores, and no records', () => {
    const season = translateGenerated({
      league: {
        ...CHOPPED,
        status: 'complete',
        settings: { ...CHOPPED.settings, leg: 2, last_scored_leg: 2 },
      },
      rosters: [rosterOf(1, 150, 2), rosterOf(2, 180), rosterOf(3, 60, 1)],
      weeks: [weekOf(80, 90, 60), weekOf(70, 90, 0)],
    })
    expect(season.scoringType).toBe('ELIMINATION')
    expect(
      season.teams.map(({ finalRank, eliminatedWeek, record, pointsAgainst }) => [
        finalRank,
        eliminatedWeek,
        record,
        pointsAgainst,
      ]),
    ).toEqual([
      [2, 2, null, null],
      [1, null, null, null],
      [3, 1, null, null],
    ])
    expect(season.weeklyScores.map(({ week, teamId, points }) => [week, teamId, points])).toEqual([
      [1, 1, 8000],
      [1, 2, 9000],
      [1, 3, 6000],
      [2, 1, 7000],
      [2, 2, 9000],
    ])
    expect([season.games, season.findings]).toEqual([[], []])
  })

  it('has no champion while more than one team is left', () => {
    const season = translateGenerated({
      league: {
        ...CHOPPED,
        status: 'complete',
        settings: { ...CHOPPED.settings, leg: 1, last_scored_leg: 1 },
      },
      rosters: [rosterOf(1, 80), rosterOf(2, 90), rosterOf(3, 60, 1)],
      weeks: [weekOf(80, 90, 60)],
    })
    expect(season.teams.map(({ finalRank }) => finalRank)).toEqual([null, null, null])
  })
})

it('reports a league type that is not known, and keeps its scores', () => {
  const season = translateGenerated({
    league: { season: '2025', status: 'in_season', settings: { type: 9, leg: 2, last_scored_leg: 1 } },
    weeks: [[rowBody(1, 1, 80), rowBody(2, 1, 90)]],
  })
  expect(season.scoringType).toBe('LEAGUE_TYPE_9')
  expect(season.findings.map(({ code }) => code)).toContain('unknown_format')
  expect(season.games[0]?.home.points).toBe(8000)
})
