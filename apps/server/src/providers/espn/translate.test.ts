import { describe, expect, it } from 'vitest'
import { buildBody, buildTeam, REQUESTED } from './bodies-for-tests.ts'
import { translateSeason } from './translate.ts'

describe('a season', () => {
  it('has the settings of the league', () => {
    expect(translateSeason([buildBody()], REQUESTED)).toMatchObject({
      providerLeagueId: 77,
      season: 2024,
      name: 'Harbour League',
      isPublic: false,
      scoringType: 'H2H_POINTS',
      size: 2,
      findings: [],
    })
  })

  it('counts its teams and knows no name where the settings are missing', () => {
    const season = translateSeason([buildBody({ settings: undefined })], REQUESTED)
    expect(season).toMatchObject({ name: null, isPublic: null, scoringType: null, size: 2 })
  })

  it('takes the name from a later body when the first has settings without one', () => {
    const [unnamed, named] = [{ settings: { isPublic: true } }, { settings: { name: ' Harbour  League ' } }]
    const season = translateSeason([buildBody(unnamed), named], REQUESTED)
    expect(season).toMatchObject({ name: 'Harbour League', isPublic: true })
  })

  it.each([
    ['without itself, oldest first', [2018, 2024, 2016, 2018], [2016, 2018]],
    ['none in a first season', [], []],
    ['none when the list is missing', undefined, []],
  ])('lists the other seasons: %s', (_, previousSeasons, others) => {
    expect(translateSeason([buildBody({ status: { previousSeasons } })], REQUESTED).previousSeasons).toEqual(
      others,
    )
  })

  it('is the same from an object, from a list with one, and from its entry in a longer list', () => {
    const plain = translateSeason([buildBody()], REQUESTED)
    expect(translateSeason([[buildBody()]], REQUESTED)).toEqual(plain)
    expect(
      translateSeason(
        [[buildBody({ seasonId: 2023, teams: [buildTeam({ id: 9 })] }), buildBody()]],
        REQUESTED,
      ),
    ).toEqual(plain)
  })

  it('ignores fields that nobody reads, and those of an unimportant type', () => {
    const odd = {
      members: 'many',
      draftDetail: 3,
      gameId: 'ffl',
      settings: { name: 12 },
      invented: { a: [] },
    }
    expect(translateSeason([buildBody(odd)], REQUESTED)).toMatchObject({
      name: null,
      teams: [{ teamId: 1 }, { teamId: 2 }],
    })
  })
})

describe('an answer', () => {
  it.each([
    ['another league', { id: 78 }],
    ['another season', { seasonId: 2023 }],
  ])('about %s is refused', (_, fields) => {
    expect(() => translateSeason([buildBody(fields)], REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
    expect(() => translateSeason([buildBody(), fields], REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it('with several seasons, none of them the one asked for, is refused', () => {
    const others = [buildBody({ seasonId: 2022 }), buildBody({ seasonId: 2023 })]
    expect(() => translateSeason([others], REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it.each([
    ['nothing', []],
    ['an empty list', [[]]],
    ['null', [null]],
    ['text', ['hello']],
    ['an error body', [{ messages: ['You are not authorized'], details: [] }]],
    ['a season without teams', [buildBody({ teams: [] })]],
    ['teams that are no list', [buildBody({ teams: {} })]],
  ])('of %s has an unexpected shape', (_, answers) => {
    expect(() => translateSeason(answers, REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape' }),
    )
  })
})
