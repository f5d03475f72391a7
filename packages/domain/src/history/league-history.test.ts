import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Points } from '../points.ts'
import { buildHistory, findOwnerByName } from './league-history.ts'
import type { LeagueRecords } from './league-records.ts'
import { buildOwnerPage } from './owner-page.ts'
import type { HistoryInput, OwnerMerge, PastSeason } from './owners.ts'
import { headToHead } from './played-games.ts'
import {
  aHistoryInput,
  aMember,
  anyHistoryInput,
  aPastGame,
  aPastSeason,
  aPastTeam,
} from './testing/past-seasons.ts'

const sum = (figures: readonly number[]) => figures.reduce((total, each) => total + each, 0)

const assertProperty = (property: (input: HistoryInput) => void, input = anyHistoryInput()) =>
  fc.assert(fc.property(input, property), { numRuns: 300 })

const rankedTeamsOf = (input: HistoryInput) => buildHistory(input).seasons.flatMap((season) => season.teams)

/** A history input in which some accounts are merged into another account. */
const anyMergedHistoryInput = fc
  .tuple(anyHistoryInput({ hasUnowned: false }), fc.shuffledSubarray(['a', 'b', 'c', 'd'], { maxLength: 3 }))
  .map(([input, merged]): [HistoryInput, OwnerMerge[]] => [
    input,
    merged.map((memberId) => ({ memberId, personId: 'h' })),
  ])

describe('buildHistory with random leagues', () => {
  it('has equal wins and losses, and equal points for and against', () => {
    assertProperty((input) => {
      const teams = rankedTeamsOf(input).map(({ team }) => team)
      expect(sum(teams.map(({ record }) => record?.wins ?? 0))).toBe(
        sum(teams.map(({ record }) => record?.losses ?? 0)),
      )
      expect(sum(teams.map((team) => team.pointsFor ?? 0))).toBe(
        sum(teams.map((team) => team.pointsAgainst ?? 0)),
      )
    })
  })

  it('has owner totals that add up to the season standings', () => {
    assertProperty(
      (input) => {
        const [teams, { totals }] = [rankedTeamsOf(input), buildHistory(input)]
        const sumOfTeams = (figure: (team: (typeof teams)[number]['team']) => number) =>
          sum(teams.map(({ team }) => figure(team)))
        expect(sum(totals.map((each) => each.record.wins))).toBe(
          sumOfTeams(({ record }) => record?.wins ?? 0),
        )
        expect(sum(totals.map((each) => each.record.ties))).toBe(
          sumOfTeams(({ record }) => record?.ties ?? 0),
        )
        expect(sum(totals.map((each) => each.pointsFor))).toBe(sumOfTeams((team) => team.pointsFor ?? 0))
      },
      anyHistoryInput({ hasUnowned: false }),
    )
  })

  it('has one title per finished season, by owner and by team name', () => {
    assertProperty(
      (input) => {
        const { totals, teamNames, seasons } = buildHistory(input)
        const finished = seasons.filter((season) => season.isFinished).length
        expect(sum(totals.map((each) => each.titles))).toBe(finished)
        expect(sum(teamNames.map((each) => each.titles))).toBe(finished)
      },
      anyHistoryInput({ hasUnowned: false }),
    )
  })

  it('mirrors a head-to-head comparison for the other owner', () => {
    assertProperty((input) => {
      const { games, owners } = buildHistory(input)
      for (const a of owners) {
        for (const b of owners.filter((each) => each !== a)) {
          const [ours, theirs] = [headToHead(games, a, b), headToHead(games, b, a)]
          expect(theirs.games).toEqual(ours.games)
          expect(theirs.totals).toEqual({
            games: ours.totals.games,
            wins: ours.totals.losses,
            losses: ours.totals.wins,
            ties: ours.totals.ties,
            pointsFor: ours.totals.pointsAgainst,
            pointsAgainst: ours.totals.pointsFor,
          })
        }
      }
    })
  })

  it('has head-to-head wins that add up to the record if the games are known', () => {
    assertProperty(
      (input) => {
        const { games, owners, totals } = buildHistory({
          ...input,
          seasons: input.seasons.filter(({ depth }) => depth !== 'standings'),
        })
        const regular = games.filter((game) => !game.isPlayoff)
        for (const { owner, record } of totals) {
          const opponentTotals = owners
            .filter((each) => each !== owner)
            .map((other) => headToHead(regular, owner, other).totals)
          expect(sum(opponentTotals.map(({ wins }) => wins))).toBe(record.wins)
          expect(sum(opponentTotals.map(({ losses }) => losses))).toBe(record.losses)
        }
      },
      anyHistoryInput({ hasUnowned: false }),
    )
  })

  it('changes no league totals or records when owners are merged, and undoing the merge restores everything', () => {
    fc.assert(
      fc.property(anyMergedHistoryInput, ([input, merges]) => {
        const before = buildHistory(input)
        const merged = buildHistory({ ...input, merges })
        for (const total of ['pointsFor', 'pointsAgainst', 'titles', 'runnersUp', 'thirds'] as const) {
          expect(sum(merged.totals.map((each) => each[total]))).toBe(
            sum(before.totals.map((each) => each[total])),
          )
        }
        expect(sum(merged.totals.map(({ record }) => record.wins))).toBe(
          sum(before.totals.map(({ record }) => record.wins)),
        )
        expect(gamesOf(merged.records)).toEqual(gamesOf(before.records))
        expect(merged.facts.seasonPoints?.value).toBe(before.facts.seasonPoints?.value)
        expect(buildHistory({ ...input, merges: [] })).toEqual(before)
      }),
      { numRuns: 300 },
    )
  })

  it('takes records from played games that no other game beats', () => {
    assertProperty((input) => {
      const { records, games } = buildHistory(input)
      for (const record of Object.values(records)) {
        if (record !== null) expect(games).toContain(record.game)
      }
      const scores = games
        .filter((game) => game.countsForRecords)
        .flatMap(({ home, away }) => [home.points, away.points])
      expect(records.highest_team_game?.value).toBe(scores.length === 0 ? undefined : Math.max(...scores))
    })
  })

  it('counts seasons with only standings for titles and wins, but not for game records', () => {
    assertProperty((input) => {
      const standingsOnlyInput = {
        ...input,
        seasons: input.seasons.map((season) => ({ ...season, games: [] })),
      }
      const [full, standingsOnly] = [buildHistory(input), buildHistory(standingsOnlyInput)]
      expect(standingsOnly.totals).toEqual(full.totals)
      expect(standingsOnly.games).toEqual([])
      expect(Object.values(standingsOnly.records)).toEqual(Array.from({ length: 6 }, () => null))
    })
  })

  it('gives owners unique names and slugs', () => {
    assertProperty((input) => {
      const { owners } = buildHistory(input)
      expect(new Set(owners.map(({ name }) => name)).size).toBe(owners.length)
      const slugs = owners.map(({ slug }) => slug).filter((slug) => slug !== '')
      expect(new Set(slugs).size).toBe(slugs.length)
    })
  })

  it('builds owner pages that match the standings and the head-to-head comparisons', () => {
    assertProperty((input) => {
      const history = buildHistory(input)
      for (const owner of history.owners) {
        const page = buildOwnerPage(history, owner)
        expect(sum(page.seasons.map(({ team }) => team.record?.wins ?? 0))).toBe(page.totals.record.wins)
        for (const { rival, games, totals } of page.rivalries) {
          expect({ games, totals }).toEqual(headToHead(history.games, owner, rival))
        }
      }
    })
  })
})

describe('buildHistory and findOwnerByName', () => {
  it('returns an empty history without seasons', () => {
    expect(buildHistory(aHistoryInput([]))).toEqual({
      owners: [],
      colors: new Map(),
      seasons: [],
      firstSeason: null,
      missingSeasons: [],
      games: [],
      commissioner: null,
      records: {
        highest_game: null,
        biggest_blowout: null,
        highest_team_game: null,
        highest_loser: null,
        lowest_winner: null,
        closest_win: null,
      },
      facts: {
        longestTenure: null,
        mostTitles: null,
        bestWinPercentage: null,
        highestPointsPerGame: null,
        seasonPoints: null,
        careerPoints: null,
        mostWins: null,
        mostRunnersUp: null,
        mostThirds: null,
      },
      totals: [],
      teamNames: [],
    })
  })

  it('has owners without seasons played and no champion before the first season begins', () => {
    const teams = [aPastTeam(1, 'a'), aPastTeam(2, 'b')]
    const { totals, facts, seasons } = buildHistory(
      aHistoryInput([aPastSeason({ isFinished: false, teams })]),
    )
    expect(
      totals.map((each) => [each.owner.name, each.years, each.winPercentage, each.pointsPerGame]),
    ).toEqual([
      ['Owner a', 0, null, null],
      ['Owner b', 0, null, null],
    ])
    expect([facts.longestTenure, facts.mostTitles, seasons[0]?.isPlayed]).toEqual([null, null, false])
  })

  describe('with a game against the median of each week', () => {
    const games = [1, 2, 3].map((week) => aPastGame(week, [1, 12_000], [2, 10_000]))
    const record = { wins: 5, losses: 1, ties: 0 }
    const teams = [aPastTeam(1, 'a', { record, pointsFor: 36_000 as Points })]
    const totalsOf = (more: Partial<PastSeason>) => {
      const [owner] = buildHistory(aHistoryInput([aPastSeason({ teams, ...more })])).totals
      return [owner?.pointsPerGame, owner?.winPercentage]
    }

    it('counts a week once for points per game, and both results for the win percentage', () => {
      expect(totalsOf({ games, hasMedianGame: true })).toEqual([12_000, 5 / 6])
      expect(totalsOf({ games: [], hasMedianGame: true })).toEqual([12_000, 5 / 6])
    })

    it('is recognized by twice as many results as games if the setting is unknown', () => {
      const both = [...teams, aPastTeam(2, 'b', { record: { wins: 1, losses: 5, ties: 0 } })]
      expect(totalsOf({ games, teams: both, hasMedianGame: null })).toEqual([12_000, 5 / 6])
      expect(totalsOf({ games, teams: both, hasMedianGame: false })).toEqual([6000, 5 / 6])
    })
  })

  it('takes the commissioner from the newest season that has one', () => {
    const teams = [aPastTeam(1, 'a')]
    const manager = { ...aMember('x', 'Cora Li'), isManager: true }
    const seasons = [
      aPastSeason({ season: 2018, teams, members: [{ ...aMember('a'), isManager: true }] }),
      aPastSeason({ season: 2019, teams, members: [aMember('a'), manager] }),
      aPastSeason({ season: 2020, teams }),
    ]
    expect(buildHistory(aHistoryInput(seasons)).commissioner).toBe('Cora Li')
  })

  it('calls the commissioner by the name of the person, whatever the account is called', () => {
    const seasons = [
      aPastSeason({ season: 2018, teams: [aPastTeam(1, 'a')], members: [aMember('a', 'Greta Lund')] }),
      aPastSeason({
        season: 2019,
        teams: [aPastTeam(1, 'x')],
        members: [{ ...aMember('x', 'GretaLund'), isManager: true }],
      }),
    ]
    const merges = [{ memberId: 'x', personId: 'a' }]
    expect(buildHistory(aHistoryInput(seasons)).commissioner).toBe('GretaLund')
    expect(buildHistory(aHistoryInput(seasons, { merges })).commissioner).toBe('Greta Lund')
  })

  it('finds an owner by name, ignoring case', () => {
    const history = buildHistory(aHistoryInput([aPastSeason({ teams: [aPastTeam(1, 'a')] })]))
    expect([findOwnerByName(history, ' OWNER A ')?.id, findOwnerByName(history, 'Owner z')]).toEqual([
      'a',
      null,
    ])
  })
})

function gamesOf(records: LeagueRecords) {
  return Object.values(records).map(
    (record) => record && [record.game.season, record.game.gameId, record.value],
  )
}
