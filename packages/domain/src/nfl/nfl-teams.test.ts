import { describe, expect, it } from 'vitest'
import { NFL_TEAMS, nflTeamByAbbrev, nflTeamById } from './nfl-teams.ts'

describe('NFL teams', () => {
  it('have 32 entries with unique IDs and abbreviations', () => {
    expect(NFL_TEAMS).toHaveLength(32)
    expect(new Set(NFL_TEAMS.map(({ teamId }) => teamId)).size).toBe(32)
    for (const team of NFL_TEAMS) expect(nflTeamByAbbrev(team.abbrev)).toEqual(team)
  })

  it.each([
    ['WSH', 28],
    ['Wsh', 28],
    ['WAS', 28],
    ['LA', 14],
    ['STL', 14],
    ['lar', 14],
    ['JAC', 30],
    ['OAK', 13],
    ['SD', 24],
    [' GNB ', 9],
  ])('include the abbreviation %s', (abbrev, teamId) => {
    expect(nflTeamByAbbrev(abbrev)?.teamId).toBe(teamId)
  })

  it('return null for unknown IDs and abbreviations', () => {
    expect([0, 31, 32, 35, -1].map(nflTeamById)).toEqual([null, null, null, null, null])
    expect(nflTeamByAbbrev('FA')).toBeNull()
    expect(nflTeamByAbbrev('')).toBeNull()
  })
})
