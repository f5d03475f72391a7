import { describe, expect, it } from 'vitest'
import { NFL_TEAMS } from './nfl-teams.ts'
import { type GameVenue, stadiumOf } from './stadiums.ts'

const venue = (more: Partial<GameVenue>): GameVenue => ({
  venueId: null,
  venueName: null,
  homeTeamId: 9,
  isNeutral: null,
  ...more,
})

describe('the stadium of a game', () => {
  it.each([
    ['its number, whatever its name', venue({ venueId: 3798, venueName: 'Somewhere' }), 'Lambeau Field'],
    ['its name', venue({ venueName: 'wembley stadium' }), 'Wembley Stadium'],
    ['another name', venue({ venueName: 'Arena Corinthians' }), 'Neo Química Arena'],
    ['a name without its accents', venue({ venueName: 'Maracana' }), 'Maracanã'],
    ['the home team', venue({ venueId: 99_999, venueName: 'New Field', isNeutral: false }), 'Lambeau Field'],
    ['a number shared by two teams', venue({ venueId: 7065, homeTeamId: 24 }), 'SoFi Stadium'],
  ])('is found by %s', (_, asked, name) => {
    expect(stadiumOf(asked)?.name).toBe(name)
  })

  it('is unknown at a neutral place without a known name, and while nobody says that it is not one', () => {
    expect(stadiumOf(venue({ venueName: 'New Field', isNeutral: true }))).toBeNull()
    expect(stadiumOf(venue({}))).toBeNull()
  })

  it('is known for every team at home, on the right side of the globe', () => {
    for (const { teamId } of NFL_TEAMS) {
      const { latitude = 0, longitude = 0 } = stadiumOf(venue({ homeTeamId: teamId, isNeutral: false })) ?? {}
      expect(latitude).toBeGreaterThan(25)
      expect(latitude).toBeLessThan(48)
      expect(longitude).toBeGreaterThan(-123)
      expect(longitude).toBeLessThan(-71)
    }
  })
})
