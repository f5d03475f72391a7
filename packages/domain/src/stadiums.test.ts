import { describe, expect, it } from 'vitest'
import { NFL_TEAMS } from './nfl-teams.ts'
import { type GamePlace, stadiumOf } from './stadiums.ts'

const place = (more: Partial<GamePlace>): GamePlace => ({
  venueId: null,
  venueName: null,
  homeTeamId: 9,
  isNeutral: null,
  ...more,
})

describe('the stadium of a game', () => {
  it.each([
    ['its number, whatever its name', place({ venueId: 3798, venueName: 'Somewhere' }), 'Lambeau Field'],
    ['its name', place({ venueName: 'wembley stadium' }), 'Wembley Stadium'],
    ['another name', place({ venueName: 'Arena Corinthians' }), 'Neo Química Arena'],
    ['a name without its accents', place({ venueName: 'Maracana' }), 'Maracanã'],
    ['the home team', place({ venueId: 99_999, venueName: 'New Field', isNeutral: false }), 'Lambeau Field'],
    ['a number shared by two teams', place({ venueId: 7065, homeTeamId: 24 }), 'SoFi Stadium'],
  ])('is found by %s', (_, asked, name) => {
    expect(stadiumOf(asked)?.name).toBe(name)
  })

  it('is unknown at a neutral place without a known name, and while nobody says that it is not one', () => {
    expect(stadiumOf(place({ venueName: 'New Field', isNeutral: true }))).toBeNull()
    expect(stadiumOf(place({}))).toBeNull()
  })

  it('is known for every team at home, on the right side of the globe', () => {
    for (const { teamId } of NFL_TEAMS) {
      const { latitude = 0, longitude = 0 } = stadiumOf(place({ homeTeamId: teamId, isNeutral: false })) ?? {}
      expect(latitude).toBeGreaterThan(25)
      expect(latitude).toBeLessThan(48)
      expect(longitude).toBeGreaterThan(-123)
      expect(longitude).toBeLessThan(-71)
    }
  })
})
