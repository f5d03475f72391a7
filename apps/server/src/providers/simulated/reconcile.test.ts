import { checkConsistency } from '@fieldhouse/domain/season-consistency'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { translateSeason } from '../espn/translate.ts'
import { simulateLeague } from './simulate-league.ts'
import { leagueBody } from './wire/league-body.ts'

const VIEWS = ['mSettings', 'mTeam', 'mMatchupScore', 'mMatchup', 'mNav']
/** They take a quarter of a minute of one core; SIMULATED_LEAGUES asks for fewer, or for more. */
const LEAGUES = Number(process.env['SIMULATED_LEAGUES'] ?? 1000)

const anyLeague = fc.record({
  seed: fc.string(),
  season: fc.integer({ min: 2012, max: 2028 }),
  /** From the draft to after the final. */
  day: fc.integer({ min: 0, max: 150 }),
})

it(`the books of ${LEAGUES} random leagues balance on any day`, { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(anyLeague, ({ seed, season, day }) => {
      const now = new Date(Date.UTC(season, 8, 6 + day, 12))
      const facts = { leagueId: 1, previousSeasons: [], newestSeason: season, isPrivate: false, now }
      const question = { views: VIEWS, period: null, matchupPeriods: null }
      const body = leagueBody(simulateLeague({ seed, season }), facts, question)
      const read = translateSeason([body], { leagueId: 1, season })
      expect([...read.findings, ...checkConsistency(read)]).toEqual([])
    }),
    { numRuns: LEAGUES },
  )
})
