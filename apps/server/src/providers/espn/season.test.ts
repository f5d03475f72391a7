import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'
import { buildBody, buildGame, buildSettings, buildTeam, REQUESTED } from './testing/bodies.ts'

describe('translateSeason', () => {
  it('reads the league settings', () => {
    expect(translateSeason([buildBody()], REQUESTED)).toMatchObject({
      providerLeagueId: '77',
      season: 2024,
      name: 'Harbor League',
      isPublic: false,
      scoringType: 'H2H_POINTS',
      size: 2,
      findings: [],
    })
  })

  it('has no name and counts the teams as the size when settings are missing', () => {
    const season = translateSeason([buildBody({ settings: undefined })], REQUESTED)
    expect(season).toMatchObject({ name: null, isPublic: null, scoringType: null, size: 2 })
  })

  it.each([
    ['WIN_BONUS_TOP_HALF', true],
    ['NONE', false],
    [undefined, null],
  ])('reads from the enhancement type %s whether teams also play the median', (type, hasMedianGame) => {
    const scoringSettings = { scoringType: 'H2H_POINTS', scoringEnhancementType: type }
    const body = buildBody({ settings: { ...buildSettings(), scoringSettings } })
    expect(translateSeason([body], REQUESTED).hasMedianGame).toBe(hasMedianGame)
  })

  it.each([
    ['TOTAL_POINTS_SCORED', 'points_for'],
    ['H2H_RECORD', 'head_to_head'],
    ['INTRA_DIVISION_RECORD', 'division_record'],
    ['TOTAL_POINTS_AGAINST', 'points_against'],
    ['RAW_STAT', null],
    [undefined, null],
  ])('reads the tie-breaker of the seeding rule %s', (playoffSeedingRule, tieBreaker) => {
    const body = buildBody({ settings: buildSettings({ playoffSeedingRule }) })
    expect(translateSeason([body], REQUESTED).seeding).toEqual({
      tieBreaker,
      isReseeded: null,
      divisions: [],
    })
  })

  it('reads reseeding and divisions, and skips divisions without an ID', () => {
    const divisions = [{ id: 0, name: ' East ' }, { id: 1 }, { name: 'Nowhere' }]
    const body = buildBody({ settings: buildSettings({ playoffReseed: true, divisions }) })
    expect(translateSeason([body], REQUESTED).seeding).toEqual({
      tieBreaker: null,
      isReseeded: true,
      divisions: [
        { divisionId: 0, name: 'East' },
        { divisionId: 1, name: null },
      ],
    })
    expect(translateSeason([buildBody({ settings: undefined })], REQUESTED).seeding).toBeNull()
  })

  it.each([
    ['a time', { date: 1_788_590_700_000 }, new Date('2026-09-05T06:45:00Z')],
    ['0', { date: 0 }, null],
    ['a text', { date: 'soon' }, null],
    ['a time after the year 9999', { date: 8e15 }, null],
    ['nothing', {}, null],
  ])('reads when the draft begins from %s', (_, draftSettings, draftAt) => {
    const body = buildBody({ settings: { ...buildSettings(), draftSettings } })
    expect(translateSeason([body], REQUESTED).draftAt).toEqual(draftAt)
  })

  it.each([
    ['the points of a team', { teams: [buildTeam({ record: { overall: { pointsFor: 100.124 } } })] }, true],
    ['a score', { schedule: [buildGame({ home: { teamId: 1, totalPoints: 100.124 } })] }, true],
    ['only noise', { schedule: [buildGame({ home: { teamId: 1, totalPoints: 100.12999999999 } })] }, false],
    [
      'only a projection',
      { schedule: [buildGame({ home: { teamId: 1, totalPoints: 0, totalProjectedPointsLive: 1.234 } })] },
      false,
    ],
  ])('recognizes scores finer than hundredths in %s', (_, fields, hasFineScores) => {
    expect(translateSeason([buildBody(fields)], REQUESTED).hasFineScores).toBe(hasFineScores)
  })

  it('takes the name from a later body when the first one has none', () => {
    const [unnamed, named] = [{ settings: { isPublic: true } }, { settings: { name: ' Harbor  League ' } }]
    const season = translateSeason([buildBody(unnamed), named], REQUESTED)
    expect(season).toMatchObject({ name: 'Harbor League', isPublic: true })
  })

  it.each([
    ['oldest first without the season itself', [2018, 2024, 2016, 2018], [2016, 2018]],
    ['empty for the first season', [], []],
    ['empty when the list is missing', undefined, []],
  ])('lists the other seasons, %s', (_, previousSeasons, otherSeasons) => {
    expect(translateSeason([buildBody({ status: { previousSeasons } })], REQUESTED).previousSeasons).toEqual(
      otherSeasons,
    )
  })

  it('accepts an object, a list with one season and a list with several seasons', () => {
    const season = translateSeason([buildBody()], REQUESTED)
    expect(translateSeason([[buildBody()]], REQUESTED)).toEqual(season)
    expect(
      translateSeason(
        [[buildBody({ seasonId: 2023, teams: [buildTeam({ id: 9 })] }), buildBody()]],
        REQUESTED,
      ),
    ).toEqual(season)
  })

  it('ignores unknown fields and unimportant fields of the wrong type', () => {
    const oddFields = {
      members: 'many',
      draftDetail: 3,
      gameId: 'ffl',
      settings: { name: 12 },
      invented: { a: [] },
    }
    expect(translateSeason([buildBody(oddFields)], REQUESTED)).toMatchObject({
      name: null,
      teams: [{ teamId: 1 }, { teamId: 2 }],
    })
  })
})

describe('translateSeason with invalid responses', () => {
  it.each([
    ['another league', { id: 78 }],
    ['another season', { seasonId: 2023 }],
  ])('rejects a body of %s', (_, fields) => {
    expect(() => translateSeason([buildBody(fields)], REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
    expect(() => translateSeason([buildBody(), fields], REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it('rejects a league of another sport, with its name', () => {
    const body = buildBody({ gameId: 3, settings: { name: 'Hoops' } })
    const reason = 'Hoops is a league of another sport. Fieldhouse shows fantasy football leagues.'
    expect(() => translateSeason([body], REQUESTED)).toThrow(expect.objectContaining({ reason }))
    expect(translateSeason([buildBody({ gameId: 1 })], REQUESTED).season).toBe(2024)
  })

  it('rejects a list of seasons without the requested one', () => {
    const otherSeasons = [buildBody({ seasonId: 2022 }), buildBody({ seasonId: 2023 })]
    expect(() => translateSeason([otherSeasons], REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })

  it.each([
    ['no responses', []],
    ['an empty list', [[]]],
    ['null', [null]],
    ['text', ['hello']],
    ['an error body', [{ messages: ['You are not authorized'], details: [] }]],
    ['a season without teams', [buildBody({ teams: [] })]],
    ['teams that are not a list', [buildBody({ teams: {} })]],
  ])('throws unexpected_shape for %s', (_, responses) => {
    expect(() => translateSeason(responses, REQUESTED)).toThrow(
      expect.objectContaining({ failure: 'unexpected_shape' }),
    )
  })
})
