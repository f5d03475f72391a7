import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headToHead } from './head-to-head.ts'
import type { HistoryInput, OwnerMerge } from './history-input.ts'
import { aHistoryInput, aMember, anyHistoryInput, aPastSeason, aPastTeam } from './history-input-for-tests.ts'
import { buildHistory, findOwnerByName } from './league-history.ts'
import type { LeagueRecords } from './league-records.ts'
import { buildOwnerPage } from './owner-page.ts'

const sum = (figures: readonly number[]) => figures.reduce((total, each) => total + each, 0)

const assertProperty = (property: (past: HistoryInput) => void, past = anyHistoryInput()) =>
  fc.assert(fc.property(past, property), { numRuns: 300 })

const tableOf = (past: HistoryInput) => buildHistory(past).seasons.flatMap((season) => season.teams)

/** A past in which some accounts are merged into one that is merged into none. */
const anyMergedHistoryInput = fc
  .tuple(anyHistoryInput({ hasNobody: false }), fc.shuffledSubarray(['a', 'b', 'c', 'd'], { maxLength: 3 }))
  .map(([past, merged]): [HistoryInput, OwnerMerge[]] => [
    past,
    merged.map((memberId) => ({ memberId, personId: 'h' })),
  ])

describe('in any league', () => {
  it('wins equal losses, and points for equal points against', () => {
    assertProperty((past) => {
      const teams = tableOf(past).map(({ team }) => team)
      expect(sum(teams.map(({ record }) => record.wins))).toBe(sum(teams.map(({ record }) => record.losses)))
      expect(sum(teams.map((team) => team.pointsFor))).toBe(sum(teams.map((team) => team.pointsAgainst)))
    })
  })

  it('the owners’ totals are those of the tables', () => {
    assertProperty(
      (past) => {
        const [teams, { totals }] = [tableOf(past), buildHistory(past)]
        const ofTeams = (figure: (team: (typeof teams)[number]['team']) => number) =>
          sum(teams.map(({ team }) => figure(team)))
        expect(sum(totals.map((each) => each.record.wins))).toBe(ofTeams(({ record }) => record.wins))
        expect(sum(totals.map((each) => each.record.ties))).toBe(ofTeams(({ record }) => record.ties))
        expect(sum(totals.map((each) => each.pointsFor))).toBe(ofTeams((team) => team.pointsFor))
      },
      anyHistoryInput({ hasNobody: false }),
    )
  })

  it('titles equal finished seasons, by owner and by team name', () => {
    assertProperty(
      (past) => {
        const { totals, teamNames, seasons } = buildHistory(past)
        const finished = seasons.filter((season) => season.isFinished).length
        expect(sum(totals.map((each) => each.titles))).toBe(finished)
        expect(sum(teamNames.map((each) => each.titles))).toBe(finished)
      },
      anyHistoryInput({ hasNobody: false }),
    )
  })

  it('a compared with b mirrors b compared with a', () => {
    assertProperty((past) => {
      const { games, owners } = buildHistory(past)
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

  it('the wins over all opponents are those of the records, where the games are known', () => {
    assertProperty(
      (past) => {
        const { games, owners, totals } = buildHistory({
          ...past,
          seasons: past.seasons.filter(({ depth }) => depth !== 'standings'),
        })
        const regular = games.filter((game) => !game.isPlayoff)
        for (const { owner, record } of totals) {
          const tallies = owners
            .filter((each) => each !== owner)
            .map((other) => headToHead(regular, owner, other).totals)
          expect(sum(tallies.map(({ wins }) => wins))).toBe(record.wins)
          expect(sum(tallies.map(({ losses }) => losses))).toBe(record.losses)
        }
      },
      anyHistoryInput({ hasNobody: false }),
    )
  })

  it('merging people changes no total of the league and no record, and undoing it restores all', () => {
    fc.assert(
      fc.property(anyMergedHistoryInput, ([past, merges]) => {
        const before = buildHistory(past)
        const merged = buildHistory({ ...past, merges })
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
        expect(buildHistory({ ...past, merges: [] })).toEqual(before)
      }),
      { numRuns: 300 },
    )
  })

  it('each record is a game that was played, and no other beats it', () => {
    assertProperty((past) => {
      const { records, games } = buildHistory(past)
      for (const record of Object.values(records)) {
        if (record !== null) expect(games).toContain(record.game)
      }
      const scores = games
        .filter((game) => game.countsForRecords)
        .flatMap(({ home, away }) => [home.points, away.points])
      expect(records.highest_team_game?.value).toBe(scores.length === 0 ? undefined : Math.max(...scores))
    })
  })

  it('tables alone add to titles and to wins, and to no figure of single games', () => {
    assertProperty((past) => {
      const alone = { ...past, seasons: past.seasons.map((season) => ({ ...season, games: [] })) }
      const [whole, tables] = [buildHistory(past), buildHistory(alone)]
      expect(tables.totals).toEqual(whole.totals)
      expect(tables.games).toEqual([])
      expect(Object.values(tables.records)).toEqual(Array.from({ length: 6 }, () => null))
    })
  })

  it('no two owners share a name, nor the address of a picture', () => {
    assertProperty((past) => {
      const { owners } = buildHistory(past)
      expect(new Set(owners.map(({ name }) => name)).size).toBe(owners.length)
      const slugs = owners.map(({ slug }) => slug).filter((slug) => slug !== '')
      expect(new Set(slugs).size).toBe(slugs.length)
    })
  })

  it('each owner has a page that agrees with the table and with the comparisons', () => {
    assertProperty((past) => {
      const history = buildHistory(past)
      for (const owner of history.owners) {
        const page = buildOwnerPage(history, owner)
        expect(sum(page.seasons.map(({ team }) => team.record.wins))).toBe(page.totals.record.wins)
        for (const { rival, games, totals } of page.rivalries) {
          expect({ games, totals }).toEqual(headToHead(history.games, owner, rival))
        }
      }
    })
  })
})

describe('a league', () => {
  it('without seasons has nothing, and nothing is missing', () => {
    expect(buildHistory(aHistoryInput([]))).toEqual({
      owners: [],
      seasons: [],
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

  it('whose only season has not begun has owners without years, and no champion', () => {
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

  it('has the commissioner whom the newest season names that names one', () => {
    const teams = [aPastTeam(1, 'a')]
    const named = { ...aMember('x', 'Cora Li'), isManager: true }
    const seasons = [
      aPastSeason({ season: 2018, teams, members: [{ ...aMember('a'), isManager: true }] }),
      aPastSeason({ season: 2019, teams, members: [aMember('a'), named] }),
      aPastSeason({ season: 2020, teams }),
    ]
    expect(buildHistory(aHistoryInput(seasons)).commissioner).toBe('Cora Li')
  })

  it('finds an owner by name without regard to case', () => {
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
