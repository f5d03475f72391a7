import { buildBracket, podiumOf } from '@fieldhouse/domain/seasons/playoffs'
import { checkConsistency } from '@fieldhouse/domain/seasons/season-check'
import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES } from '@fieldhouse/simulator/testing/sleeper-captures'
import { describe, expect, it } from 'vitest'
import { capturedBodies, capturedSeason } from './testing/captured-season.ts'

const IDS = {
  'Jailyard 2022': '792314138780090368',
  'Jailyard 2023': '918335334096846848',
  'Pioneer 2021': '733501008587657216',
  'Pioneer 2022': '785654147902001152',
  'Pioneer 2023': '933782968236191744',
  'Pioneer 2024': '1101993137708380160',
  'Pioneer 2025': '1230537737975631872',
  'Pioneer 2026': '1345194878245556224',
  'Fantasy 101 2020': '596553726760632320',
  'Fantasy 101 2021': '726144978962747392',
  'Fantasy 101 2022': '862818439088189440',
  'Fantasy 101 2023': '994041566085910528',
  'Fantasy 101 2024': '1124822672346198016',
  'Fantasy 101 2025': '1257436698095136768',
  'Fantasy 101 2026': '1389719640493551616',
  'LOB 2024': '1128059523031220224',
  'Harborlight 2019': '394148223893188608',
  'Harborlight 2020': '515624360016109568',
  'Harborlight 2021': '650040105834221568',
  'Harborlight 2022': '787506053142216704',
  'DLP 2020': '521379020332068864',
} as const

type Name = keyof typeof IDS

const read = (name: Name) => capturedSeason(IDS[name])

/** Teams, records and points that the games reproduce, best record, champion, highest score with its week and team. */
const EXPECTED: [Name, number, number, number, string, number, number, string, number, number][] = [
  ['Jailyard 2022', 12, 12, 11, '12-2-0', 11, 5, '186.30', 14, 3],
  ['Jailyard 2023', 12, 12, 11, '11-3-0', 5, 10, '223.50', 12, 11],
  ['Pioneer 2021', 12, 12, 9, '9-5-0', 2, 8, '192.50', 6, 12],
  ['Pioneer 2022', 12, 12, 12, '10-4-0', 10, 7, '213.60', 13, 10],
  ['Pioneer 2023', 12, 12, 11, '11-3-0', 7, 10, '188.46', 4, 10],
  ['Pioneer 2024', 12, 12, 12, '12-2-0', 7, 8, '198.16', 11, 10],
  ['Pioneer 2025', 12, 12, 12, '13-1-0', 3, 3, '209.86', 9, 10],
  ['Fantasy 101 2020', 10, 10, 5, '8-5-0', 5, 1, '167.92', 2, 7],
  ['Fantasy 101 2021', 10, 10, 7, '12-2-0', 7, 1, '189.60', 5, 7],
  ['Fantasy 101 2022', 10, 10, 10, '12-2-0', 2, 5, '219.12', 4, 5],
  ['Fantasy 101 2023', 10, 10, 10, '10-4-0', 1, 9, '234.96', 12, 1],
  ['Fantasy 101 2024', 10, 10, 10, '10-4-0', 8, 7, '195.06', 8, 2],
  ['Fantasy 101 2025', 10, 10, 10, '9-5-0', 6, 10, '174.90', 5, 2],
  ['LOB 2024', 10, 10, 10, '25-3-0', 8, 3, '194.28', 14, 4],
  ['Harborlight 2019', 12, 10, 3, '9-3-1', 4, 8, '154.04', 5, 4],
  ['Harborlight 2020', 12, 12, 8, '11-2-0', 1, 1, '175.04', 2, 1],
  ['Harborlight 2021', 14, 14, 14, '9-4-0', 7, 1, '177.84', 5, 7],
  ['Harborlight 2022', 14, 14, 14, '11-2-0', 8, 1, '172.76', 2, 10],
  ['DLP 2020', 12, 12, 12, '10-3-0', 11, 11, '200.60', 12, 4],
]

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_SLEEPER_CAPTURES)('recorded seasons of Sleeper', () => {
  it.each(EXPECTED)(
    '%s has the expected records, points, champion and highest score',
    (name, size, records, points, bestRecord, bestTeam, champion, highest, week, highestTeam) => {
      const season = read(name)
      const findings = checkConsistency(season)
      const count = (code: string) => size - findings.filter((finding) => finding.code === code).length
      expect(season.teams).toHaveLength(size)
      expect({ records: count('record'), points: count('points_for') }).toEqual({ records, points })

      const [best] = season.teams.toSorted((a, b) => (a.playoffSeed ?? 99) - (b.playoffSeed ?? 99))
      const { wins = 0, losses = 0, ties = 0 } = best?.record ?? {}
      expect([`${wins}-${losses}-${ties}`, best?.teamId]).toEqual([bestRecord, bestTeam])

      expect(podiumOf(season)[0]?.teamId).toBe(champion)
      expect(season.teams.find(({ finalRank }) => finalRank === 1)?.teamId).toBe(champion)
      expect(season.teams.map(({ finalRank }) => finalRank).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
        Array.from({ length: size }, (_, index) => index + 1),
      )
      const bracket = buildBracket({ ...season, ...season.calendar, isFinished: true })
      expect([bracket.status, bracket.championId]).toEqual(['finished', champion])

      const scores = season.games
        .filter((game) => game.bracket === 'regular')
        .flatMap(({ home, away, period }) =>
          [home, ...(away === null ? [] : [away])].map((side) => ({ ...side, period })),
        )
      const [top] = scores.toSorted((a, b) => b.points - a.points)
      expect([((top?.points ?? 0) / 100).toFixed(2), top?.period, top?.teamId]).toEqual([
        highest,
        week,
        highestTeam,
      ])
    },
  )

  it.each(EXPECTED)('%s has every roster, user and decided game', (name) => {
    const { league, rosters, users, weeks } = capturedBodies(IDS[name])
    const season = read(name)
    expect(season).toMatchObject({ season: league.season, scoringType: 'H2H_POINTS', hasFineScores: false })
    expect(season.progress).toMatchObject({ isDrafted: true, isFinished: true })
    expect(season.teams.map(({ teamId }) => teamId)).toEqual(rosters.map(({ roster_id }) => roster_id))
    expect(season.members).toHaveLength(users.length)
    const regular = season.games.filter(({ bracket }) => bracket === 'regular')
    expect(regular.every(({ result, away }) => result !== 'undecided' && away !== null)).toBe(true)
    const start = league.settings?.playoff_week_start ?? 0
    const pairs = weeks
      .filter(({ week }) => week < start)
      .flatMap(({ rows }) => rows.filter(({ matchup_id }) => matchup_id != null))
    expect(regular).toHaveLength(pairs.length / 2)
  })
})

describe.runIf(HAS_SLEEPER_CAPTURES)('traps in recorded seasons of Sleeper', () => {
  const gameIn = (name: Name, period: number, teamId: number) =>
    read(name).games.find(
      (game) => game.period === period && [game.home.teamId, game.away?.teamId].includes(teamId),
    )

  it.each(['Pioneer 2026', 'Fantasy 101 2026'] as const)(
    '%s before week 1 has pairs without results',
    (name) => {
      const season = read(name)
      expect(season.progress).toMatchObject({
        isDrafted: true,
        isFinished: false,
        currentWeek: 1,
        currentPeriod: 1,
      })
      expect(season.games).toHaveLength((14 * season.teams.length) / 2)
      expect(
        season.games.every(({ result, bracket }) => result === 'undecided' && bracket === 'regular'),
      ).toBe(true)
      expect(
        season.teams.every(
          (team) => team.finalRank === null && team.playoffSeed === null && team.pointsFor === 0,
        ),
      ).toBe(true)
      expect(checkConsistency(season)).toEqual([])
    },
  )

  it('DLP 2020 plays every round in two weeks, and derives its bracket', () => {
    const games = read('DLP 2020').games.filter(
      ({ bracket }) => bracket === 'winners' || bracket === 'winners consolation',
    )
    expect(
      games.map(({ home, away, bracket }) => [home.teamId, home.points, away?.teamId, away?.points, bracket]),
    ).toEqual([
      [1, 27_268, 4, 25_056, 'winners'],
      [7, 21_096, 11, 30_934, 'winners'],
      [1, 19_476, 11, 23_334, 'winners'],
      [4, 22_344, 7, 30_162, 'winners consolation'],
    ])
    expect(podiumOf(read('DLP 2020')).map(({ teamId }) => teamId)).toEqual([11, 1, 7])
  })

  it('LOB 2024 reseeds and Pioneer 2025 does not', () => {
    const semifinals = (name: Name) =>
      read(name)
        .games.filter(({ period, bracket, away }) => period === 16 && bracket === 'winners' && away !== null)
        .map(({ home, away }) => [home.teamId, away?.teamId])
    const seedsIn = (name: Name) =>
      new Map(read(name).teams.map(({ teamId, playoffSeed }) => [teamId, playoffSeed ?? 0]))
    const seeds = (name: Name) =>
      semifinals(name)
        .map((ids) => ids.map((id) => seedsIn(name).get(id ?? 0) ?? 0).sort((a, b) => a - b))
        .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
    expect(seeds('LOB 2024')).toEqual([
      [1, 6],
      [2, 4],
    ])
    expect(seeds('Pioneer 2025')).toEqual([
      [1, 4],
      [2, 6],
    ])
    expect([read('LOB 2024').seeding?.isReseeded, read('Pioneer 2025').seeding?.isReseeded]).toEqual([
      true,
      false,
    ])
  })

  it("Harborlight 2022 is decided by the commissioner's points", () => {
    const final = gameIn('Harborlight 2022', 16, 1)
    expect([final?.home, final?.away].map((side) => [side?.teamId, side?.points])).toEqual([
      [1, 8496],
      [8, 8300],
    ])
    expect(final?.away?.adjustment).toBe(8300 - 12_776)
    expect(final?.result).toBe('home')
    expect([1, 7].map((id) => gameIn('Harborlight 2022', 14, id)).map((game) => game?.home.points)).toContain(
      10_900,
    )
  })

  it('LOB 2024 has a second result in each week, which the scores reproduce exactly', () => {
    const season = read('LOB 2024')
    const records = new Map(season.teams.map(({ teamId }) => [teamId, { wins: 0, losses: 0, ties: 0 }]))
    const regular = season.games.filter(({ bracket }) => bracket === 'regular')
    for (const [, games] of Map.groupBy(regular, ({ period }) => period)) {
      const sides = games.flatMap(({ home, away }) => (away === null ? [home] : [home, away]))
      const scores = sides.map(({ points }) => points).sort((a, b) => a - b)
      const middle = scores.length / 2
      const median = ((scores[middle - 1] ?? 0) + (scores[middle] ?? 0)) / 2
      for (const { teamId, points } of sides) {
        const record = records.get(teamId)
        if (record !== undefined) record[points > median ? 'wins' : points < median ? 'losses' : 'ties'] += 1
      }
      for (const { home, away, result } of games) {
        const [homeRecord, awayRecord] = [records.get(home.teamId), records.get(away?.teamId ?? 0)]
        if (homeRecord === undefined || awayRecord === undefined) continue
        homeRecord[result === 'home' ? 'wins' : 'losses'] += 1
        awayRecord[result === 'away' ? 'wins' : 'losses'] += 1
      }
    }
    expect(season.hasMedianGame).toBe(true)
    expect(season.teams.map(({ teamId, record }) => [teamId, record])).toEqual([...records])
  })

  it('Harborlight 2019 keeps the records of the host beside its games, with a tie and divisions', () => {
    const season = read('Harborlight 2019')
    const recordOf = (id: number) => season.teams.find(({ teamId }) => teamId === id)?.record
    expect(recordOf(1)).toEqual({ wins: 6, losses: 6, ties: 1 })
    expect(recordOf(4)).toEqual({ wins: 9, losses: 3, ties: 1 })
    expect(recordOf(6)).toEqual({ wins: 8, losses: 5, ties: 0 })
    expect(season.teams.find(({ teamId }) => teamId === 1)?.pointsFor).toBe(137_386)
    expect(gameIn('Harborlight 2019', 1, 1)).toMatchObject({ result: 'tie', home: { points: 13_202 } })
    expect(new Set(season.teams.map(({ divisionId }) => divisionId))).toEqual(new Set([1, 2, 3]))
    expect(season.seeding?.divisions).toHaveLength(3)
  })

  it.each(['Harborlight 2021', 'Harborlight 2022'] as const)(
    '%s has given up its divisions and has 14 teams',
    (name) => {
      expect(read(name).teams.map(({ divisionId }) => divisionId)).toEqual(
        Array.from({ length: 14 }, () => null),
      )
    },
  )

  it('Fantasy 101 2020 counts the weeks before its start week', () => {
    expect(read('Fantasy 101 2020').games.filter(({ period }) => period === 1)).toHaveLength(5)
  })

  it('Fantasy 101 2024 has the winner of the losers bracket in last place', () => {
    const season = read('Fantasy 101 2024')
    expect(season.teams.find(({ finalRank }) => finalRank === 10)?.teamId).toBe(4)
    const won = season.games.filter(
      ({ bracket, result, home, away }) =>
        bracket === 'losers consolation' &&
        (result === 'home' ? home.points < (away?.points ?? 0) : home.points > (away?.points ?? 0)),
    )
    expect(won).toEqual([])
  })

  it('Pioneer has new owners on the same rosters, and co-owners', () => {
    const owners = (name: Name, id: number) =>
      read(name).teams.find(({ teamId }) => teamId === id)?.ownerIds ?? []
    for (const id of [4, 11]) expect(owners('Pioneer 2024', id)[0]).not.toBe(owners('Pioneer 2025', id)[0])
    expect(owners('Pioneer 2024', 2)).toHaveLength(2)
    expect(owners('Pioneer 2021', 2)).toHaveLength(2)
    expect(read('Pioneer 2021').members).toHaveLength(13)
  })

  it('playoffs of six teams have two byes in their first week, and no game for other idle teams', () => {
    for (const [name] of EXPECTED.filter(([each]) => each !== 'DLP 2020')) {
      const season = read(name)
      const byes = season.games.filter(({ away }) => away === null)
      expect([name, byes.map(({ home }) => home.teamId).sort((a, b) => a - b)]).toEqual([
        name,
        season.teams
          .filter(({ playoffSeed }) => (playoffSeed ?? 0) <= 2)
          .map(({ teamId }) => teamId)
          .sort((a, b) => a - b),
      ])
      expect(new Set(byes.map(({ period }) => period)).size).toBe(1)
    }
  })
})
