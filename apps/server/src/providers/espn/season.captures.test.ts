import { podiumOf } from '@fieldhouse/domain/seasons/playoffs'
import { commissionerOf, displayPoints, displayRank } from '@fieldhouse/domain/seasons/season'
import {
  CAPTURES_SKIP_REASON,
  HAS_CAPTURES,
  listCapturedSeasons,
  readCapture,
} from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'

// The expected values are computed from the recorded responses with plain loops over the untyped JSON,
// independently of the translation.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped.
type Json = any

type RecordedSeason = { league: number; season: number; files: string[] }

const EASY_LEAGUE_ID = 18254195

/** The first file of each season takes precedence, as in `translateSeason`. */
const SEASONS: RecordedSeason[] = [
  ...[2020, 2021, 2022, 2023, 2024, 2025, 2026].map((season) => ({
    league: EASY_LEAGUE_ID,
    season,
    files: ['combined.json'],
  })),
  { league: 368876, season: 2015, files: ['mTeam.json', 'mSettings.json', 'mMatchupScore.json'] },
  {
    league: 368876,
    season: 2018,
    files: ['mTeam.json', 'mSettings.json', 'mMatchupScore.json', 'no-view.json'],
  },
  { league: 1446375, season: 2023, files: ['week1-pregame-scoreboard.json'] },
  { league: 1446375, season: 2024, files: ['week16-live.json'] },
  { league: 899513, season: 2020, files: ['mTeam.json', 'mSettings.json', 'week-01-boxscore.json'] },
  { league: 1178049, season: 2020, files: ['mTeam.json'] },
]

/** Recorded seasons that contain only players and no season data. */
const SEASONS_WITHOUT_DATA = ['league-368876/2019']

const nameOf = ({ league, season }: RecordedSeason) => `league-${league}/${season}`

function readBodies({ league, season, files }: RecordedSeason): Json[] {
  return files.map((file) => readCapture(`league-${league}/${season}/${file}`))
}

function readSeason(league: number, season: number, files: string[]) {
  return translateSeason(readBodies({ league, season, files }), { leagueId: String(league), season })
}

function readEasySeason(season: number, ...files: string[]) {
  return readSeason(EASY_LEAGUE_ID, season, files.length > 0 ? files : ['combined.json'])
}

const toHundredths = (score: number) => Math.round(score * 100)

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('recorded seasons', () => {
  it('are all covered by these tests', () => {
    expect([...SEASONS.map(nameOf), ...SEASONS_WITHOUT_DATA].sort()).toEqual(listCapturedSeasons().sort())
  })

  it.each(SEASONS.map((recorded) => [nameOf(recorded), recorded] as const))(
    '%s is translated completely',
    (_, recorded) => {
      const bodies = readBodies(recorded).map((body) => (Array.isArray(body) ? body[0] : body))
      const season = translateSeason(readBodies(recorded), {
        leagueId: String(recorded.league),
        season: recorded.season,
      })
      const [first] = bodies
      const ranked = first.teams.filter((team: Json) => team.rankCalculatedFinal > 0)

      expect(season.teams).toHaveLength(first.teams.length)
      for (const raw of first.teams) {
        const team = season.teams.find((each) => each.teamId === raw.id)
        const { wins, losses, ties, pointsFor, pointsAgainst } = raw.record.overall
        const name = (raw.name ?? `${raw.location} ${raw.nickname}`).split(/\s+/).filter(Boolean).join(' ')
        expect(team).toMatchObject({
          name,
          record: { wins, losses, ties },
          pointsFor: toHundredths(pointsFor),
          pointsAgainst: toHundredths(pointsAgainst),
          playoffSeed: raw.playoffSeed > 0 ? raw.playoffSeed : null,
          finalRank: raw.rankCalculatedFinal > 0 ? raw.rankCalculatedFinal : null,
          primaryOwnerId: raw.primaryOwner,
        })
        expect([...(team?.ownerIds ?? [])].sort()).toEqual([...raw.owners].sort())
        expect(team?.ownerIds[0]).toBe(raw.primaryOwner)
      }

      for (const raw of first.members) {
        const full = [raw.firstName, raw.lastName].join(' ').split(/\s+/).filter(Boolean).join(' ')
        expect(season.members.find((member) => member.memberId === raw.id)?.name).toBe(
          full || raw.displayName,
        )
      }
      expect(season.members).toHaveLength(first.members.length)

      const games: Json[] = bodies.find((body) => body.schedule)?.schedule ?? []
      expect(season.games).toHaveLength(games.length)
      for (const raw of games) {
        const game = season.games.find((each) => each.gameId === raw.id)
        expect(game).toMatchObject({
          period: raw.matchupPeriodId,
          result: raw.away ? raw.winner.toLowerCase() : 'undecided',
          home: { teamId: raw.home.teamId, points: toHundredths(raw.home.totalPoints) },
        })
        const scored = Object.values<number>(raw.home.pointsByScoringPeriod ?? {})
        const implied = scored.length === 0 ? 0 : raw.home.totalPoints - scored.reduce((a, b) => a + b, 0)
        const expected = raw.home.adjustment ?? (Math.abs(implied) > 0.02 ? implied : 0)
        expect(game?.home.adjustment).toBe(toHundredths(expected))
        if (!raw.away) expect(game?.away).toBeNull()
        else
          expect(game?.away).toMatchObject({
            teamId: raw.away.teamId,
            points: toHundredths(raw.away.totalPoints),
          })
        for (const side of ['home', 'away'] as const) {
          const weeks = Object.entries<number>(raw[side]?.pointsByScoringPeriod ?? {})
          const byWeek = new Map(game?.[side]?.pointsByWeek.map(({ week, points }) => [week, points]))
          expect(byWeek).toEqual(new Map(weeks.map(([week, score]) => [Number(week), toHundredths(score)])))
        }
      }

      expect(season.progress.isFinished).toBe(ranked.length > 0)
      const champion = season.teams.find((team) => team.finalRank === 1)?.teamId
      expect(champion).toBe(ranked.find((team: Json) => team.rankCalculatedFinal === 1)?.id)
      // Where the playoff games show a champion, it is the one of the final ranks.
      const unranked = { ...season, teams: season.teams.map((team) => ({ ...team, finalRank: null })) }
      const [fromGames] = season.progress.isFinished ? podiumOf(unranked) : []
      expect(fromGames?.teamId ?? champion).toBe(champion)
      const seasons = (first.status.previousSeasons as number[]).filter((year) => year !== recorded.season)
      expect(season.previousSeasons).toEqual(seasons)

      const settings = bodies.find((body) => body.settings?.scheduleSettings)?.settings
      expect(season.name).toBe(settings?.name ?? null)
      expect(season.calendar.regularSeasonPeriods).toBe(settings?.scheduleSettings.matchupPeriodCount ?? null)
      const weeksOf = new Map(season.calendar.periods.map(({ period, weeks }) => [`${period}`, weeks]))
      for (const [period, weeks] of Object.entries<number[]>(
        settings?.scheduleSettings.matchupPeriods ?? {},
      )) {
        expect(weeksOf.get(period)).toEqual([...weeks].sort((a, b) => a - b))
      }
    },
  )

  it.each(
    SEASONS.filter(({ league, season }) => league === EASY_LEAGUE_ID && season < 2026).map(
      ({ season }) => season,
    ),
  )('%d has standings that match its regular-season games', (year) => {
    const season = readEasySeason(year)
    for (const team of season.teams) {
      let [wins, losses, ties, pointsFor, pointsAgainst] = [0, 0, 0, 0, 0]
      for (const { home, away, result, bracket } of season.games) {
        if (bracket !== 'regular' || away === null || ![home.teamId, away.teamId].includes(team.teamId))
          continue
        const [own, other] = home.teamId === team.teamId ? [home, away] : [away, home]
        pointsFor += own.points
        pointsAgainst += other.points
        if (result === 'tie') ties += 1
        else if ((result === 'home') === (own === home)) wins += 1
        else losses += 1
      }
      expect({ ...team.record, pointsFor, pointsAgainst }).toEqual({
        wins,
        losses,
        ties,
        pointsFor: team.pointsFor,
        pointsAgainst: team.pointsAgainst,
      })
    }
  })
})

describe.runIf(HAS_CAPTURES)('quirks of recorded responses', () => {
  it('2015: scores may be JSON integers, including a tie at 122', () => {
    const season = readSeason(368876, 2015, ['mTeam.json', 'mSettings.json', 'mMatchupScore.json'])
    const tie = season.games.find((game) => game.result === 'tie')
    expect([tie?.home.points, tie?.away?.points]).toEqual([12_200, 12_200])
    expect(season.teams.filter((team) => team.record?.ties === 1)).toHaveLength(2)
  })

  it('2020: float noise such as 1544.8999999999999 is rounded to hundredths', () => {
    const body = readCapture('league-18254195/2020/combined.json') as Json
    expect(body.teams[0].record.overall.pointsFor).toBe(1544.8999999999999)
    expect(readEasySeason(2020).teams[0]?.pointsFor).toBe(154_490)
  })

  it('2018: standings use record.overall, because teams[].points includes playoffs', () => {
    const [team] = readSeason(368876, 2018, ['mTeam.json']).teams
    expect(team?.pointsFor).toBe(193_752)
  })

  it('seasons have 16 weeks through 2020 and 17 from 2021, and rounds may have two weeks', () => {
    expect([readEasySeason(2020), readEasySeason(2021)].map((season) => season.progress.finalWeek)).toEqual([
      16, 17,
    ])
    const season = readSeason(899513, 2020, ['mTeam.json', 'mSettings.json', 'week-01-boxscore.json'])
    expect(season.calendar.periods.slice(-2)).toEqual([
      { period: 13, weeks: [13, 14] },
      { period: 14, weeks: [15, 16] },
    ])
    expect(season.progress).toMatchObject({ currentPeriod: 14, currentWeek: 16, isFinished: true })
    const final = season.games.find((game) => game.bracket === 'winners' && game.period === 14)
    expect([final?.home.points, final?.away?.points].sort()).toEqual([24_462, 28_502])
  })

  it('2015 and 2018: mMatchupScore alone has no points by week', () => {
    for (const year of [2015, 2018]) {
      const { games } = readSeason(368876, year, ['mTeam.json', 'mMatchupScore.json'])
      expect(games.every((game) => game.home.pointsByWeek.length === 0)).toBe(true)
    }
  })

  it('2015: a finished season is read from a history body with period 0 and final week 0', () => {
    const season = readSeason(368876, 2015, ['mTeam.json', 'mSettings.json', 'mMatchupScore.json'])
    expect(season).toMatchObject({ size: 8, previousSeasons: [2016, 2017], name: 'FXBG Crew' })
    expect(season.progress).toEqual({
      isDrafted: true,
      isFinished: true,
      currentPeriod: 16,
      currentWeek: 16,
      finalWeek: 16,
    })
  })

  it('2026: a season before the draft has no current week, ranks or playoff games', () => {
    const season = readEasySeason(2026)
    expect(season.progress).toEqual({
      isDrafted: false,
      isFinished: false,
      currentPeriod: 1,
      currentWeek: null,
      finalWeek: 17,
    })
    expect(season.games.every((game) => game.bracket === 'regular' && game.result === 'undecided')).toBe(true)
    expect(season.teams.every((team) => displayRank(team) === null)).toBe(true)
  })

  it('2023: a league that shrank between two requests has the teams of the first body', () => {
    const files = ['week1-pregame-scoreboard.json', 'predraft-scoreboard.json']
    const season = readSeason(1446375, 2023, files)
    expect(season.teams).toHaveLength(10)
    expect(season.games[0]).toMatchObject({ gameId: 1, home: { teamId: 15 }, away: { teamId: 14 } })
    expect(readSeason(1446375, 2023, ['predraft-scoreboard.json']).progress).toMatchObject({
      isDrafted: false,
    })
  })

  it('2020 week 8: the total includes the adjustment that decides the game', () => {
    const week = readEasySeason(2020, 'week-08.json')
    const adjusted = week.games
      .flatMap(({ home, away }) => [home, away])
      .find((side) => side?.adjustment !== 0)
    expect(adjusted).toMatchObject({ points: 11_752, adjustment: 1400 })
  })

  it('2018 week 16: totals exclude adjustments, and the winner has the lower total', () => {
    const { games } = readSeason(368876, 2018, ['mTeam.json', 'mMatchupScore.json'])
    const game = games.find((each) => each.home.points === 10_334 && each.away?.points === 10_864)
    expect(game).toMatchObject({ result: 'home', home: { adjustment: 21_520 }, away: { adjustment: 18_890 } })
  })

  it('2020: a team with a score of 0 has no points by week', () => {
    const sides = readEasySeason(2020).games.flatMap(({ period, home, away }) => [
      { period, side: home },
      { period, side: away },
    ])
    const scoreless = sides.filter(({ period, side }) => side?.teamId === 10 && period > 14)
    expect(scoreless.map(({ side }) => [side?.points, side?.pointsByWeek])).toEqual([
      [0, []],
      [0, []],
    ])
  })

  it('2023 and 2024: games are tied at 0 and at 103.66', () => {
    const tiedGames = (year: number) => readEasySeason(year).games.filter((game) => game.result === 'tie')
    expect(tiedGames(2023).map((game) => [game.period, game.home.points, game.away?.points])).toEqual([
      [14, 0, 0],
    ])
    expect(tiedGames(2024).map((game) => [game.period, game.home.points, game.away?.points])).toEqual([
      [5, 10_366, 10_366],
    ])
  })

  it("2024 week 15: two byes and four games have their brackets from the week's body", () => {
    const season = readEasySeason(2024, 'combined.json', 'week-15.json')
    const week = season.games.filter((game) => game.period === 15)
    expect(week.filter((game) => game.away === null)).toHaveLength(2)
    expect(week.map((game) => game.bracket).sort()).toEqual([
      'losers consolation',
      'losers consolation',
      'winners',
      'winners',
      'winners',
      'winners',
    ])
    expect(season.games).toHaveLength(86)
  })

  it('2024 live: scores come from totalPointsLive while totalPoints is 0', () => {
    const season = readSeason(1446375, 2024, ['week16-live.json'])
    const game = season.games.find((each) => each.gameId === 94)
    const sides = [game?.home, game?.away].filter((side) => side != null)
    expect(game?.result).toBe('undecided')
    expect(sides.map((side) => side.points)).toEqual([0, 0])
    expect(sides.map((side) => displayPoints(side, 'undecided'))).toContain(800)
    expect(sides.every((side) => side.projectedPoints !== null && side.projectedPoints > 0)).toBe(true)
    expect(season.calendar.periods.at(-1)).toEqual({ period: 16, weeks: [16, 17] })
    expect(season.games.filter((each) => each.away === null).map((each) => each.bracket)).toContain(
      'losers consolation',
    )
  })

  it('2024 live: the creator is the commissioner when no member is a manager', () => {
    const season = readSeason(1446375, 2024, ['week16-live.json'])
    expect(season.members.some((member) => member.isManager)).toBe(false)
    expect(commissionerOf(season.members)).toBe(season.members.find((member) => member.isCreator)?.name)
    expect(season.findings).toEqual([])
  })

  it('2018: the commissioner flag comes from the body without a view and names from mTeam', () => {
    const season = readSeason(368876, 2018, [
      'mTeam.json',
      'mSettings.json',
      'mMatchupScore.json',
      'no-view.json',
    ])
    const defaultBody = readCapture('league-368876/2018/no-view.json') as Json
    const manager = defaultBody.members.find((member: Json) => member.isLeagueManager)
    expect(season.members.filter((member) => member.isManager).map((member) => member.memberId)).toEqual([
      manager.id,
    ])
    expect(season.members.every((member) => member.name !== manager.displayName)).toBe(true)
    expect(season.findings).toEqual([])
  })

  it('2023 team 4: the primary owner comes first although owners[0] is another', () => {
    const body = readCapture('league-18254195/2023/combined.json') as Json
    const raw = body.teams.find((team: Json) => team.id === 4)
    expect(raw.owners[0]).not.toBe(raw.primaryOwner)
    expect(readEasySeason(2023).teams.find((team) => team.teamId === 4)?.ownerIds[0]).toBe(raw.primaryOwner)
  })

  it('2020 and 2025: final ranks differ from seeds', () => {
    expect(readEasySeason(2025).teams.find((team) => team.finalRank === 1)?.playoffSeed).toBe(5)
    expect(readEasySeason(2020).teams.find((team) => team.playoffSeed === 10)?.finalRank).toBe(8)
  })

  it('2024 week 8: a week body has settings without a name and teams without owners', () => {
    const season = readEasySeason(2024, 'week-08.json')
    expect(season).toMatchObject({ name: null, members: [] })
    expect(season.teams.every((team) => team.ownerIds.length === 0)).toBe(true)
    expect(season.games).toHaveLength(5)
  })

  it.each(['401-league-not-visible.reconstructed.json', '404-communication-group.json'])(
    'the error body %s is rejected',
    (file) => {
      const error = readCapture(`errors/${file}`)
      expect(() => translateSeason([error], { leagueId: String(EASY_LEAGUE_ID), season: 2024 })).toThrow(
        expect.objectContaining({ failure: 'unexpected_shape' }),
      )
    },
  )
})
