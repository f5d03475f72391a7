import { describe, expect, it } from 'vitest'
import { NFL_TEAMS } from './nfl-teams.ts'
import { type GameVenue, stadiumOf } from './weather.ts'

const venue = (more: Partial<GameVenue>): GameVenue => ({
  venueId: null,
  venueName: null,
  homeTeamId: 9,
  isNeutral: null,
  ...more,
})

describe('stadiumOf', () => {
  it.each([
    ['venue ID, even with another name', venue({ venueId: 3798, venueName: 'Somewhere' }), 'Lambeau Field'],
    ['name', venue({ venueName: 'wembley stadium' }), 'Wembley Stadium'],
    ['alias', venue({ venueName: 'Arena Corinthians' }), 'Neo Química Arena'],
    ['name without accents', venue({ venueName: 'Maracana' }), 'Maracanã'],
    ['home team', venue({ venueId: 99_999, venueName: 'New Field', isNeutral: false }), 'Lambeau Field'],
    ['venue ID shared by two teams', venue({ venueId: 7065, homeTeamId: 24 }), 'SoFi Stadium'],
  ])('finds a stadium by %s', (_, gameVenue, name) => {
    expect(stadiumOf(gameVenue)?.name).toBe(name)
  })

  it('returns null at a neutral site with an unknown name, and if it is unknown whether the site is neutral', () => {
    expect(stadiumOf(venue({ venueName: 'New Field', isNeutral: true }))).toBeNull()
    expect(stadiumOf(venue({}))).toBeNull()
  })

  it('finds a home stadium within the United States for every team', () => {
    for (const { teamId } of NFL_TEAMS) {
      const { latitude = 0, longitude = 0 } = stadiumOf(venue({ homeTeamId: teamId, isNeutral: false })) ?? {}
      expect(latitude).toBeGreaterThan(25)
      expect(latitude).toBeLessThan(48)
      expect(longitude).toBeGreaterThan(-123)
      expect(longitude).toBeLessThan(-71)
    }
  })
})
