import { describe, expect, it } from 'vitest'
import { NFL_TEAMS, nflTeamByAbbrev, nflTeamById } from './nfl-teams.ts'

describe('an NFL team', () => {
  it('is one of 32, each with a number and an abbreviation of its own', () => {
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
  ])('is known as %s', (abbrev, teamId) => {
    expect(nflTeamByAbbrev(abbrev)?.teamId).toBe(teamId)
  })

  it('is nobody by a number or a name that none has', () => {
    expect([0, 31, 32, 35, -1].map(nflTeamById)).toEqual([null, null, null, null, null])
    expect(nflTeamByAbbrev('FA')).toBeNull()
    expect(nflTeamByAbbrev('')).toBeNull()
  })
})
