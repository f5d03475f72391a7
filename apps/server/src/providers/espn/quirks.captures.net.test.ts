import { podiumOf } from '@fieldhouse/domain/seasons/playoffs'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { regularSeasonLength } from '@fieldhouse/domain/seasons/season-check'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it } from 'vitest'
import { translateWeek } from './archive.ts'
import { translateSeason } from './season.ts'
import { buildBody, buildGame, buildSide, REQUESTED } from './testing/bodies.ts'

// More quirks of the recorded responses, in addition to season.captures.test.ts.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped.
type Json = any

const EASY_LEAGUE_ID = 18254195
const YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026]

function bodyOf(path: string): Json {
  const json = readCapture(path) as Json
  return Array.isArray(json) ? json[0] : json
}

function readSeason(league: number, season: number, ...files: string[]): LeagueSeason {
  const bodies = files.map((file) => readCapture(`league-${league}/${season}/${file}.json`))
  return translateSeason(bodies, { leagueId: String(league), season })
}

const readEasySeason = (season: number) => readSeason(EASY_LEAGUE_ID, season, 'combined')
const teamOf = (season: LeagueSeason, teamId: number) => season.teams.find((team) => team.teamId === teamId)
const nameOf = (season: LeagueSeason, memberId: string) =>
  season.members.find((member) => member.memberId === memberId)?.name

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('recorded leagues', () => {
  it('368876: name and size change between 2015 and 2018', () => {
    const earlier = readSeason(368876, 2015, 'mTeam', 'mSettings')
    const later = readSeason(368876, 2018, 'mTeam', 'mSettings', 'no-view')
    expect([earlier.name, earlier.size, earlier.teams.length]).toEqual(['FXBG Crew', 8, 8])
    expect([later.name, later.size, later.teams.length]).toEqual(['FXBG League', 10, 10])
  })

  it('18254195: the first season, 2020, lists no others, and 2024 lists all earlier ones', () => {
    expect(readEasySeason(2020).previousSeasons).toEqual([])
    expect(readEasySeason(2024).previousSeasons).toEqual([2020, 2021, 2022, 2023])
  })

  it('2024: week 19 is clamped to the final week 17, and the requested week is not the current one', () => {
    expect(bodyOf(`league-${EASY_LEAGUE_ID}/2024/combined.json`).status.latestScoringPeriod).toBe(19)
    expect(readEasySeason(2024).progress).toMatchObject({
      currentWeek: 17,
      currentPeriod: 17,
      isFinished: true,
    })
    expect(bodyOf(`league-${EASY_LEAGUE_ID}/2024/week-01.json`).scoringPeriodId).toBe(1)
    expect(readSeason(EASY_LEAGUE_ID, 2024, 'week-01').progress).toMatchObject({
      currentWeek: 17,
      isFinished: true,
    })
  })

  it('1446375: rounds of different lengths are read from the weeks, as playoffMatchupPeriodLength is 0', () => {
    const body = bodyOf('league-1446375/2024/week16-live.json')
    expect(body.settings.scheduleSettings.playoffMatchupPeriodLength).toBe(0)
    const { periods } = readSeason(1446375, 2024, 'week16-live').calendar
    expect(periods.map((each) => each.weeks.length)).toEqual([...Array.from({ length: 15 }, () => 1), 2])
  })

  it('1446375: the only division is number 1, not 0', () => {
    const divisions = readSeason(1446375, 2024, 'week16-live').teams.map((team) => team.divisionId)
    expect(new Set(divisions)).toEqual(new Set([1]))
  })
})

describe.runIf(HAS_CAPTURES)('recorded owners', () => {
  it('18254195: team 4 has had three owners, two of them in 2022', () => {
    const owners = YEARS.map((year) => teamOf(readEasySeason(year), 4)?.ownerIds ?? [])
    expect(new Set(owners.flat()).size).toBe(3)
    expect(owners[2]).toHaveLength(2)
  })

  it('18254195: the owner of team 10 in 2020 has owned team 11 since 2021', () => {
    const [owner = ''] = teamOf(readEasySeason(2020), 10)?.ownerIds ?? []
    const isOwnerByYear = YEARS.slice(1).map((year) =>
      teamOf(readEasySeason(year), 11)?.ownerIds.includes(owner),
    )
    expect(isOwnerByYear).toEqual(isOwnerByYear.map(() => true))
    expect(YEARS.slice(1).map((year) => teamOf(readEasySeason(year), 10))).toEqual(
      isOwnerByYear.map(() => undefined),
    )
  })

  it('18254195: the second owner of team 4 owns team 13 from 2024, and the first returns in 2023', () => {
    const [[first = ''] = [], [second = ''] = []] = YEARS.map(
      (year) => teamOf(readEasySeason(year), 4)?.ownerIds ?? [],
    )
    expect(YEARS.map((year) => teamOf(readEasySeason(year), 13)?.ownerIds)).toEqual(
      YEARS.map((year) => (year < 2024 ? undefined : [second])),
    )
    const ownedYears = YEARS.filter((year) =>
      readEasySeason(year).teams.some((team) => team.ownerIds.includes(first)),
    )
    expect(ownedYears).toEqual([2020, 2023])
    expect(YEARS.filter((year) => nameOf(readEasySeason(year), first) !== undefined)).toEqual(ownedYears)
  })

  it("18254195: team 4 has the same owner order in 2022 and 2023, although ESPN's order differs", () => {
    const ordersOf = (year: number) =>
      bodyOf(`league-${EASY_LEAGUE_ID}/${year}/combined.json`).teams.find((team: Json) => team.id === 4)
        .owners
    expect(ordersOf(2023)).toEqual(ordersOf(2022).toReversed())
    expect(teamOf(readEasySeason(2023), 4)?.ownerIds).toEqual(teamOf(readEasySeason(2022), 4)?.ownerIds)
  })

  it.each([
    [EASY_LEAGUE_ID, 2024, 'combined', 11],
    [1446375, 2024, 'week16-live', 14],
  ])("%d of %d (%s): one person's two accounts in team %d stay separate", (league, year, file, teamId) => {
    const season = readSeason(league, year, file)
    const ids = teamOf(season, teamId)?.ownerIds ?? []
    const names = ids.map((id) => nameOf(season, id)?.toLowerCase())
    expect(ids).toHaveLength(2)
    expect(new Set(names).size).toBe(1)
  })

  it('1446375: the owner of team 1 keeps the account id after a name change in 2024', () => {
    const [before, after] = [
      readSeason(1446375, 2023, 'week1-pregame-scoreboard'),
      readSeason(1446375, 2024, 'week16-live'),
    ]
    const id = teamOf(before, 1)?.primaryOwnerId ?? ''
    expect(teamOf(after, 1)?.primaryOwnerId).toBe(id)
    expect(nameOf(after, id)).not.toBe(nameOf(before, id))
  })

  it('names are trimmed, and their letter case stays', () => {
    const body = bodyOf('league-1446375/2023/week1-pregame-scoreboard.json')
    const memberWithSpaces = body.members.find((member: Json) => member.firstName !== member.firstName.trim())
    const season = readSeason(1446375, 2023, 'week1-pregame-scoreboard')
    expect(nameOf(season, memberWithSpaces.id)).toBe(
      `${memberWithSpaces.firstName.trim()} ${memberWithSpaces.lastName.trim()}`,
    )
    expect(readEasySeason(2023).members.map((member) => member.name)).toContain('lorne nightingale')
  })

  it('members in a body without a view have their display name', () => {
    const [first] = bodyOf('league-368876/2018/no-view.json').members
    expect(nameOf(readSeason(368876, 2018, 'no-view'), first.id)).toBe(first.displayName)
  })
})

describe.runIf(HAS_CAPTURES)('recorded teams', () => {
  it.each([
    ['from location and nickname when requested in 2019', 368876, 2018, 'mTeam', 1, "Goin' HAM Newton"],
    ['with a double space removed when requested in 2021', 899513, 2020, 'mTeam', 2, 'Coom Dumpster'],
    [
      'from one of three name fields when requested in September 2023',
      1446375,
      2023,
      'week1-pregame-scoreboard',
      1,
      'Blessed B00F',
    ],
    ['from the name field when requested later', 1446375, 2024, 'week16-live', 1, 'B00fy'],
    ['of a single emoji', EASY_LEAGUE_ID, 2023, 'combined', 11, '🫡'],
  ])('have a name %s', (_, league, year, file, teamId, name) => {
    expect(teamOf(readSeason(league, year, file), teamId)?.name).toBe(name)
  })

  it('have trimmed abbreviations with inner spaces and punctuation', () => {
    const abbrevs = YEARS.flatMap((year) => readEasySeason(year).teams.map((team) => team.abbrev))
    const rawAbbrevs: string[] = YEARS.flatMap((year) =>
      bodyOf(`league-${EASY_LEAGUE_ID}/${year}/combined.json`).teams.map((team: Json) => team.abbrev),
    )
    expect(rawAbbrevs.filter((abbrev) => abbrev !== abbrev.trim()).length).toBeGreaterThan(0)
    expect(abbrevs.toSorted()).toEqual(rawAbbrevs.map((abbrev) => abbrev.trim()).toSorted())
    expect(abbrevs).toContain('J.R.')
  })

  it('have team ids with gaps', () => {
    const ids = readSeason(1446375, 2023, 'week1-pregame-scoreboard').teams.map((team) => team.teamId)
    expect(ids.sort((a, b) => a - b)).toEqual([1, 3, 4, 5, 8, 10, 13, 14, 15, 18])
  })

  it.each([
    [368876, 2015],
    [1178049, 2020],
  ])('of league %d in %d include one without a logo', (league, year) => {
    expect(readSeason(league, year, 'mTeam').teams.filter((team) => team.logo === null)).toHaveLength(1)
  })

  it('2020: division winners are seeded first, regardless of the record', () => {
    const bySeed = readEasySeason(2020).teams.sort((a, b) => (a.playoffSeed ?? 0) - (b.playoffSeed ?? 0))
    expect(new Set(bySeed.slice(0, 2).map((team) => team.divisionId)).size).toBe(2)
    const byRecord = [...bySeed].sort(
      (a, b) => (b.record?.wins ?? 0) - (a.record?.wins ?? 0) || (b.pointsFor ?? 0) - (a.pointsFor ?? 0),
    )
    expect(bySeed.map((team) => team.teamId)).not.toEqual(byRecord.map((team) => team.teamId))
  })

  it('have a final rank after a season although rankFinal is 0', () => {
    for (const year of YEARS.slice(0, -1)) {
      const raws: Json[] = bodyOf(`league-${EASY_LEAGUE_ID}/${year}/combined.json`).teams
      expect(raws.every((team) => team.rankFinal === 0)).toBe(true)
      expect(readEasySeason(year).teams.every((team) => team.finalRank !== null)).toBe(true)
    }
  })

  it('2024: pointsFor equals teams[].points without float noise such as 1762.6599999999999', () => {
    const raws: Json[] = bodyOf(`league-${EASY_LEAGUE_ID}/2024/combined.json`).teams
    expect(raws.map((team) => team.points)).toContain(1762.6599999999999)
    for (const raw of raws)
      expect(teamOf(readEasySeason(2024), raw.id)?.pointsFor).toBe(Math.round(raw.points * 100))
    expect(teamOf(readEasySeason(2024), 1)?.pointsFor).toBe(176_266)
  })
})

describe.runIf(HAS_CAPTURES)('recorded games', () => {
  it.each([
    [368876, 2015, ['mTeam', 'mSettings', 'mMatchupScore']],
    [368876, 2018, ['mTeam', 'mSettings', 'mMatchupScore']],
    [899513, 2020, ['mTeam', 'mSettings', 'week-01-boxscore']],
    [EASY_LEAGUE_ID, 2024, ['combined', 'week-15', 'week-16', 'week-17']],
  ] as const)(
    '%d of %d: the champion won the final, and third place won a consolation game',
    (league, year, files) => {
      const season = readSeason(league, year, ...files)
      const lastPeriod = Math.max(...season.games.map((game) => game.period))
      const winnersOf = (bracket: string) =>
        season.games
          .filter(
            (game) => game.period === lastPeriod && game.bracket === bracket && game.result !== 'undecided',
          )
          .map((game) => (game.result === 'home' ? game.home.teamId : game.away?.teamId))
      const rankOf = (rank: number) => season.teams.find((team) => team.finalRank === rank)?.teamId
      expect(winnersOf('winners')).toEqual([rankOf(1)])
      expect(winnersOf('winners consolation')).toContain(rankOf(3))
      const unranked = { ...season, teams: season.teams.map((team) => ({ ...team, finalRank: null })) }
      expect(podiumOf(unranked)).toEqual(podiumOf(season))
    },
  )

  it.each([
    [368876, 2015, ['mTeam', 'mSettings', 'mMatchupScore']],
    [368876, 2018, ['mTeam', 'mSettings', 'mMatchupScore']],
    [899513, 2020, ['mTeam', 'mSettings', 'week-01-boxscore']],
    ...[2020, 2021, 2022, 2023, 2024].map((year) => [EASY_LEAGUE_ID, year, ['combined']] as const),
  ] as const)('%d of %d: the final records tell the length of the regular season', (league, year, files) => {
    const season = readSeason(league, year, ...files)
    const games = season.games.map((game) => ({ ...game, bracket: 'regular' as const }))
    expect(regularSeasonLength({ ...season, games })).toBe(season.calendar.regularSeasonPeriods)
  })

  it('2024: without tiers, games after the regular season are playoff games of an unknown bracket', () => {
    const brackets = readEasySeason(2024).games.map((game) => [game.period > 14, game.bracket])
    expect(new Set(brackets.map((each) => each.join()))).toEqual(new Set(['false,regular', 'true,playoffs']))
  })

  it('899513: the weeks of a two-week game are sorted regardless of key order', () => {
    const season = readSeason(899513, 2020, 'mTeam', 'mSettings', 'week-01-boxscore')
    const twoWeekGames = season.games.filter((game) => game.period > 12 && game.away !== null)
    expect(twoWeekGames.length).toBeGreaterThan(0)
    for (const { home } of twoWeekGames) {
      const weeks = home.pointsByWeek.map(({ week }) => week)
      expect(weeks).toEqual([...weeks].sort((a, b) => a - b))
    }
  })

  it('2024 week 17: live scores in the last games of a finished season are ignored', () => {
    const raws: Json[] = bodyOf(`league-${EASY_LEAGUE_ID}/2024/week-17.json`).schedule
    expect(raws.every((game) => game.home.totalPointsLive > 0)).toBe(true)
    for (const { result, home, away } of readSeason(EASY_LEAGUE_ID, 2024, 'week-17').games) {
      expect([result === 'undecided', home.livePoints, away?.livePoints]).toEqual([false, null, null])
    }
  })

  it.each([2015, 2018])('368876 of %d: regular-season scores add up to points for and against', (year) => {
    const { teams, games } = readSeason(368876, year, 'mTeam', 'mSettings', 'mMatchupScore')
    const sides = games.flatMap(({ home, away, bracket }) =>
      bracket === 'regular' && away !== null
        ? [
            { own: home, other: away },
            { own: away, other: home },
          ]
        : [],
    )
    for (const { teamId, pointsFor, pointsAgainst } of teams) {
      const played = sides.filter(({ own }) => own.teamId === teamId)
      const sum = (points: (of: (typeof played)[number]) => number) =>
        played.reduce((total, each) => total + points(each), 0)
      expect([sum(({ own }) => own.points), sum(({ other }) => other.points)]).toEqual([
        pointsFor,
        pointsAgainst,
      ])
    }
  })

  it('2026: the schedule has 70 games in 14 weeks before the playoffs are set', () => {
    expect(readEasySeason(2026).games).toHaveLength(70)
    expect(Math.max(...readEasySeason(2026).games.map((game) => game.period))).toBe(14)
  })

  it('have a second roster with all starters in slot 0, which is not used as a lineup', () => {
    const { schedule } = bodyOf(`league-${EASY_LEAGUE_ID}/2024/week-12.json`)
    const sides: Json[] = schedule.flatMap((game: Json) => [game.home, game.away])
    const entries = sides.flatMap((side) => side.rosterForMatchupPeriod.entries)
    expect(new Set(entries.map((entry) => entry.lineupSlotId))).toEqual(new Set([0]))
    const body = {
      ...bodyOf(`league-${EASY_LEAGUE_ID}/2024/week-12.json`),
      schedule: withoutLineups(schedule),
    }
    const week = translateWeek(body, { leagueId: String(EASY_LEAGUE_ID), season: 2024, week: 12 })
    expect(week.findings.map((finding) => finding.code)).toEqual(['missing_lineups'])
  })
})

describe.runIf(HAS_CAPTURES)('recorded players', () => {
  const entryInWeek = (player: Json, season: number, week: number) => {
    const entry = { playerId: player.id, lineupSlotId: 0, playerPoolEntry: { player } }
    const schedule = [buildGame({ matchupPeriodId: 1, home: buildSide(1, [entry]), away: undefined })]
    const body = buildBody({ seasonId: season, scoringPeriodId: week, settings: undefined, schedule })
    return translateWeek(body, { ...REQUESTED, season, week }).lineups[0]?.entries[0]
  }

  it("2019: a player's stat lines of 2020 are not used", () => {
    const [{ player }] = bodyOf('league-368876/2019/kona_playercard.json').players
    expect(player.stats.some((line: Json) => line.seasonId === 2020 && line.scoringPeriodId === 1)).toBe(true)
    expect(entryInWeek(player, 2019, 1)).toMatchObject({ points: 1050, projectedPoints: null })
    expect(entryInWeek(player, 2020, 1)).toMatchObject({ points: null, projectedPoints: 1652 })
    expect(entryInWeek(player, 2019, 7)).toMatchObject({ points: null, projectedPoints: null })
  })

  it('2018: season totals and projections are not used for a week', () => {
    const [{ player }] = bodyOf('league-368876/2018/free-agents-kona_player_info.json').players
    expect(player.stats).toHaveLength(5)
    expect(entryInWeek(player, 2018, 1)).toMatchObject({ points: 870, projectedPoints: 1006 })
    expect(entryInWeek(player, 2018, 2)).toMatchObject({ points: null, projectedPoints: null })
  })
})

function withoutLineups(schedule: Json[]): Json[] {
  const removeLineup = (side: Json) => ({ ...side, rosterForCurrentScoringPeriod: undefined })
  return schedule.map((game) => ({ ...game, home: removeLineup(game.home), away: removeLineup(game.away) }))
}
