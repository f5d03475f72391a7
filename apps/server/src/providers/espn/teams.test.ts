import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'
import { buildBody, buildTeam, REQUESTED } from './testing/bodies.ts'

function teamWith(fields: Record<string, unknown>) {
  const [team] = translateSeason([buildBody({ teams: [buildTeam(fields)] })], REQUESTED).teams
  if (team === undefined) throw new Error('no team')
  return team
}

describe('the name of a team', () => {
  it.each([
    [{ name: 'Fumblers', location: 'Old', nickname: 'Name' }, 'Fumblers'],
    [{ name: '  Fumble   Kings ' }, 'Fumble Kings'],
    [{ name: undefined, location: "Goin' HAM ", nickname: ' Newton' }, "Goin' HAM Newton"],
    [{ name: ' ', location: 'Team', nickname: 'Marlow' }, 'Team Marlow'],
    [{ name: null, location: 'Solo', nickname: null }, 'Solo'],
    [{ name: '🐐' }, '🐐'],
    [{ name: 404 }, 'Team 6'],
    [{ name: undefined }, 'Team 6'],
  ])('from %j is %s', (names, name) => {
    expect(teamWith({ id: 6, ...names }).name).toBe(name)
  })
})

describe('a team', () => {
  it('has the record and points of record.overall without float noise', () => {
    const overall = { wins: 8, losses: 4, ties: 1, pointsFor: 1762.6599999999999, pointsAgainst: 1298 }
    const team = teamWith({ points: 2239.14, record: { overall, home: { wins: 4, pointsFor: 0 } } })
    expect(team.record).toEqual({ wins: 8, losses: 4, ties: 1 })
    expect([team.pointsFor, team.pointsAgainst]).toEqual([176_266, 129_800])
  })

  it.each([
    [0, null],
    [1, 1],
    [undefined, null],
    [-1, null],
  ])('with raw rank %s has rank %s', (rawRank, rank) => {
    const team = teamWith({ playoffSeed: rawRank, rankCalculatedFinal: rawRank, rankFinal: 9 })
    expect([team.playoffSeed, team.finalRank]).toEqual([rank, rank])
  })

  it.each([
    ['https://example.org/logo.png', 'https://example.org/logo.png'],
    [' http://example.org/a%3F ', 'http://example.org/a%3F'],
    ['javascript:alert(1)', null],
    ['logo.png', null],
    ['http://', null],
    [12, null],
    [undefined, null],
  ])('with logo %s has logo URL %s', (logo, logoUrl) => {
    expect(teamWith({ logo }).logo).toBe(logoUrl)
  })

  it('keeps its team id and division id', () => {
    const teams = [buildTeam({ id: 13, divisionId: 1 }), buildTeam({ id: 4 })]
    const season = translateSeason([buildBody({ teams })], REQUESTED)
    expect(season.teams.map(({ teamId, divisionId }) => [teamId, divisionId])).toEqual([
      [13, 1],
      [4, null],
    ])
  })

  it('without a record has an unknown one, and the season reports a finding', () => {
    const season = translateSeason(
      [buildBody({ teams: [buildTeam({ name: 'Fumblers', record: undefined })] })],
      REQUESTED,
    )
    expect(season.teams[0]).toMatchObject({ record: null, pointsFor: null, pointsAgainst: null })
    expect(season.findings[0]).toMatchObject({ code: 'missing_record' })
    expect(season.findings[0]?.detail).toContain('Fumblers')
  })

  it('of a finished season without games, where every record is 0-0-0, has an unknown one', () => {
    const zeros = { overall: { wins: 0, losses: 0, ties: 0, pointsFor: 0, pointsAgainst: 0 } }
    const teams = [1, 2].map((id) => buildTeam({ id, rankCalculatedFinal: id, record: zeros }))
    const season = translateSeason([buildBody({ teams })], REQUESTED)
    expect(season.teams.map(({ finalRank, record, pointsFor }) => [finalRank, record, pointsFor])).toEqual([
      [1, null, null],
      [2, null, null],
    ])
    const [first] = translateSeason([buildBody({ teams: [buildTeam({ record: zeros })] })], REQUESTED).teams
    expect(first).toMatchObject({ record: { wins: 0, losses: 0, ties: 0 }, pointsFor: 0 })
  })

  it.each([
    ['teams.0.id', { id: '4' }],
    ['teams.0.record.overall.wins', { record: { overall: { wins: 'eight' } } }],
    ['teams.0.record.overall.pointsFor', { record: { overall: { wins: 8, pointsFor: '99' } } }],
  ])('is rejected when %s has the wrong type', (path, fields) => {
    const translate = () => teamWith(fields)
    expect(translate).toThrow(expect.objectContaining({ failure: 'unexpected_shape' }))
    expect(translate).toThrow(path)
  })
})
