import { describe, expect, it } from 'vitest'
import type { Points } from '../../points.ts'
import { type BracketSeason, buildBracket, type PlayoffGame } from '../../seasons/playoffs.ts'
import { A, aRegularSeason, B, C, D, finalGames, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { projectBracket, seedsSoFar } from './projected-bracket.ts'

const PLAYOFFS = [15, 16, 17]

let nextId = 0
/** A game of the playoffs, or a bye. Without a result it is open. */
function game(
  period: number,
  homeId: number,
  awayId: number | null,
  result: PlayoffGame['result'] = 'undecided',
): PlayoffGame {
  const side = (teamId: number) => ({ teamId, points: 0 as Points })
  nextId += 1
  return {
    gameId: nextId,
    period,
    result,
    bracket: 'winners',
    home: side(homeId),
    away: awayId === null ? null : side(awayId),
  }
}

type Options = { places?: number; isReseeded?: boolean | null; season?: Partial<BracketSeason> }

/** The projections of a running season by round, such as '1 v 4/5' or 'bye 2'. The seeds are the team IDs. */
function project(games: PlayoffGame[], { places = 6, isReseeded = false, season }: Options = {}) {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
  const rounds = Math.ceil(Math.log2(places))
  const bracket = buildBracket({
    teams: seeds.map((teamId) => ({ teamId, playoffSeed: teamId })),
    games,
    isFinished: false,
    playoffTeams: places,
    regularSeasonPeriods: 14,
    periods: PLAYOFFS.slice(0, rounds).map((period) => ({ period, weeks: [period] })),
    ...season,
  })
  return projectBracket(bracket, { seeds, places, isReseeded }).map(({ pairings, byes }) => [
    ...byes.map((teamId) => `bye ${teamId}`),
    ...pairings.map((sides) => sides.map((teamIds) => teamIds.join('/')).join(' v ')),
  ])
}

describe('projectBracket', () => {
  it('pairs the seeds before the playoffs, the best with byes', () => {
    expect(project([])).toEqual([
      ['bye 1', 'bye 2', '3 v 6', '4 v 5'],
      ['1 v 4/5', '2 v 3/6'],
      ['1/4/5 v 2/3/6'],
    ])
  })

  it.each([
    [2, [['1 v 2']]],
    [4, [['1 v 4', '2 v 3'], ['1/4 v 2/3']]],
    [7, [['bye 1', '2 v 7', '3 v 6', '4 v 5'], ['1 v 4/5', '2/7 v 3/6'], ['1/4/5 v 2/3/6/7']]],
    [8, [['1 v 8', '2 v 7', '3 v 6', '4 v 5'], ['1/8 v 4/5', '2/7 v 3/6'], ['1/4/5/8 v 2/3/6/7']]],
  ])('pairs %i places', (places, rounds) => {
    expect(project([], { places })).toEqual(rounds)
  })

  it('lists all teams that a reseeded game can have', () => {
    expect(project([], { isReseeded: true })).toEqual([
      ['bye 1', 'bye 2', '3 v 6', '4 v 5'],
      ['1 v 4/5/6', '2 v 3/4/5'],
      ['1/4/5/6 v 2/3/4/5'],
    ])
  })

  it('does not pair later rounds of which it is unknown whether they are reseeded', () => {
    expect(project([], { isReseeded: null })).toEqual([['bye 1', 'bye 2', '3 v 6', '4 v 5'], [], []])
  })

  it.each([
    ['fixed', false, ['1 v 5', '2 v 6']],
    ['reseeded', true, ['1 v 6', '2 v 5']],
  ])('pairs the winners of a finished round in a bracket that is %s', (_, isReseeded, semifinals) => {
    const games = [game(15, 1, null), game(15, 2, null), game(15, 3, 6, 'away'), game(15, 4, 5, 'away')]
    const [quarterfinal, semifinal] = project(games, { isReseeded })
    expect(quarterfinal).toEqual([])
    expect(semifinal).toEqual(semifinals)
  })

  it('leaves the pairings of the provider alone, also against the seeds', () => {
    const games = [game(15, 1, 3), game(15, 2, 4, 'away')]
    expect(project(games, { places: 4 })).toEqual([[], ['1/3 v 4']])
  })

  it('does not pair the winners of games that are not in the order of the bracket, unless it is reseeded', () => {
    const games = [game(15, 1, null), game(15, 4, null), game(15, 2, 3), game(15, 5, 6, 'home')]
    expect(project(games)).toEqual([[], [], []])
    expect(project(games, { isReseeded: true })).toEqual([[], ['1 v 5', '2/3 v 4'], ['1/5 v 2/3/4']])
  })

  it('projects only the games of a round that the provider has not set', () => {
    const games = [
      game(15, 1, null),
      game(15, 2, null),
      game(15, 3, 6),
      game(15, 4, 5, 'away'),
      game(16, 1, 5),
    ]
    expect(project(games)).toEqual([[], ['2 v 3/6'], ['1/5 v 2/3/6']])
  })

  it('projects nothing from a pairing that the rounds before do not explain', () => {
    const games = [game(15, 1, 4, 'home'), game(15, 2, 3), game(16, 1, 8)]
    expect(project(games, { places: 4 })).toEqual([[], []])
  })

  it('projects nothing after the provider has set all games', () => {
    const games = [game(15, 1, 4, 'home'), game(15, 2, 3, 'home'), game(16, 1, 2)]
    expect(project(games, { places: 4 })).toEqual([[], []])
  })

  it('projects nothing for a season that is finished, or whose bracket is unknown', () => {
    const finished = [game(15, 1, 4, 'home'), game(15, 2, 3, 'home'), game(16, 1, 2, 'home')]
    expect(project(finished, { places: 4, season: { isFinished: true } }).flat()).toEqual([])
    expect(project([], { season: { isFinished: true } })).toEqual([])
  })

  it('projects nothing if the rounds do not fit the places', () => {
    expect(
      project([], {
        places: 4,
        season: { playoffTeams: 6, periods: [15, 16, 17].map((period) => ({ period, weeks: [period] })) },
      }).flat(),
    ).toEqual([])
    expect(project([], { places: 12 }).flat()).toEqual([])
  })
})

describe('seedsSoFar', () => {
  const rules = { tieBreaker: 'points_for', divisions: null } as const

  it('orders the teams by the final games', () => {
    expect(seedsSoFar(REFERENCE_LEAGUE, rules)).toEqual([C, D, A, B])
  })

  it('puts the winners of divisions first', () => {
    expect(seedsSoFar(REFERENCE_LEAGUE, { ...rules, divisions: [1, 1, 2, 2] })).toEqual([C, A, D, B])
  })

  it('is unknown before the first week is completed', () => {
    const season = aRegularSeason([], {
      open: [
        [1, A, B],
        [1, C, D],
      ],
    })
    expect(seedsSoFar(season, rules)).toBeNull()
    expect(
      seedsSoFar({ ...season, games: finalGames([[1, A, 90, B, 80]]), completedPeriods: 0 }, rules),
    ).toBeNull()
  })
})
