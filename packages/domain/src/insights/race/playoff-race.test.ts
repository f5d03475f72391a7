import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RegularSeason, seasonThrough } from '../season/regular-season.ts'
import { A, B, C, D, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { playoffRace, toOpenRace } from './playoff-race.ts'

const RULES = {
  seeding: { tieBreaker: 'points_for', divisions: null },
  playoffs: { places: 2, roundWeeks: [1], isReseeded: false, knownRounds: [] },
} as const
const OPTIONS = {
  rules: RULES,
  runs: 500,
  seedText: 's1/2026/2',
  names: new Map([
    [A, 'A'],
    [B, 'B'],
    [C, 'C'],
    [D, 'D'],
  ]),
}
const raceAfter = (season: RegularSeason, more: object = {}) => playoffRace(season, { ...OPTIONS, ...more })

describe('the reference league', () => {
  it('has no odds after two weeks, but scenarios', () => {
    const { model, teams } = raceAfter(seasonThrough(REFERENCE_LEAGUE, 2))
    expect(model).toBeNull()
    expect(teams.map(({ odds }) => odds)).toEqual([null, null, null, null])
    expect(teams.map(({ currentSeed }) => currentSeed)).toEqual([3, 2, 1, 4])
    expect(teams.map(({ scenarios }) => scenarios)).toEqual([
      'In with a win, or with a tie and a loss by B.',
      'In with a win.',
      'In with a win or a tie.',
      'In with a win and a loss by B.',
    ])
  })

  it('is decided after its last week', () => {
    const { teams, model } = raceAfter(REFERENCE_LEAGUE)
    expect(model).toMatchObject({ runs: 500, seed: 3_779_032_365, spread: expect.closeTo(17.569695, 6) })
    expect(teams.map(({ teamId, label, odds }) => [teamId, label, odds?.playoffs])).toEqual([
      [A, 'eliminated', 0],
      [B, 'eliminated', 0],
      [C, 'clinched_first', 1],
      [D, 'clinched', 1],
    ])
  })

  it('takes picks as given', () => {
    const season = seasonThrough(REFERENCE_LEAGUE, 2)
    const picks = season.openGames.map(({ gameId }) => ({ gameId, winner: 'home' as const }))
    expect(toOpenRace(season, picks).race).toEqual({ units: [4, 4, 3, 1], games: [], medianWeeks: [] })
    const [first] = picks
    const { teams } = raceAfter(season, { picks: [first] })
    expect(teams.map(({ label }) => label)).toEqual(['clinched', 'win_and_in', 'win_and_in', 'eliminated'])
  })

  it('leaves level teams open when all games are picked, because points are not', () => {
    const season = seasonThrough(REFERENCE_LEAGUE, 2)
    const picks = season.openGames.map(({ gameId }, index) => ({
      gameId,
      winner: index === 0 ? ('away' as const) : ('home' as const),
    }))
    // B is in, and C and D are level.
    const { teams } = raceAfter(season, { picks })
    expect(teams.map(({ certainty }) => certainty.place)).toEqual(['eliminated', 'clinched', 'open', 'open'])
  })

  it('claims nothing if the pairings of a week are not known', () => {
    const { teams } = raceAfter(seasonThrough(REFERENCE_LEAGUE, 2), { isScheduleComplete: false })
    for (const { certainty, label, magicNumber, scenarios, odds } of teams)
      expect([certainty.place, label, magicNumber, scenarios, odds]).toEqual(['open', null, null, null, null])
  })

  it('has open weeks of the median', () => {
    const season = { ...seasonThrough(REFERENCE_LEAGUE, 2), hasMedianGame: true }
    expect(toOpenRace(season)).toEqual({
      race: {
        units: [4, 6, 5, 1],
        games: [
          [0, 3],
          [1, 2],
        ],
        medianWeeks: [{ teams: [0, 3, 1, 2], units: 4 }],
      },
      medianOfNextWeek: 0,
    })
    const { teams } = raceAfter(season)
    expect(teams.find(({ teamId }) => teamId === B)?.label).toBe('win_and_in')
  })
})

it('rejects leagues with more teams than fit into a set', () => {
  const teams = Array.from({ length: 31 }, (_, index) => ({ teamId: index, divisionId: null }))
  expect(() => raceAfter({ ...REFERENCE_LEAGUE, teams })).toThrow(RangeError)
})

it('has proofs that agree with every simulated run', () => {
  fc.assert(
    fc.property(anyRegularSeason({ open: 2 }), fc.boolean(), (season, hasMedianGame) => {
      const { teams } = raceAfter({ ...season, hasMedianGame }, { runs: 30 })
      const proven = { clinched: 1, eliminated: 0 }
      const disagreeing = teams.filter(({ certainty: { place, first }, odds }) => {
        if (odds === null) return false
        const isPlaceWrong = place !== null && place !== 'open' && odds.playoffs !== proven[place]
        return isPlaceWrong || (first !== null && first !== 'open' && odds.firstSeed !== proven[first])
      })
      expect(disagreeing).toEqual([])
    }),
    { numRuns: 60 },
  )
})
