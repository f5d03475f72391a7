import { checkConsistency } from '@fieldhouse/domain/seasons/season-check'
import { simulateLeague } from '@fieldhouse/simulator/league/simulate-league'
import { leagueBody } from '@fieldhouse/simulator/wire/league-body'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { IS_NET } from '../../testing/is-net.ts'
import { translateSeason } from './season.ts'

const VIEWS = ['mSettings', 'mTeam', 'mMatchupScore', 'mMatchup', 'mNav']
/** 1,000 leagues take about 15 seconds on one core. Set SIMULATED_LEAGUES to test fewer or more. */
const LEAGUES = Number(process.env['SIMULATED_LEAGUES'] ?? (IS_NET ? 1000 : 20))

const anyLeague = fc.record({
  seed: fc.string(),
  season: fc.integer({ min: 2012, max: 2028 }),
  /** Days since the draft. The range ends after the championship. */
  day: fc.integer({ min: 0, max: 150 }),
})

it(`translates ${LEAGUES} random leagues on random days without inconsistencies`, {
  timeout: 300_000,
}, () => {
  fc.assert(
    fc.property(anyLeague, ({ seed, season, day }) => {
      const now = new Date(Date.UTC(season, 8, 6 + day, 12))
      const facts = { leagueId: 1, previousSeasons: [], newestSeason: season, isPrivate: false, now }
      const query = { views: VIEWS, period: null, matchupPeriods: null }
      const body = leagueBody(simulateLeague({ seed, season }), facts, query)
      const leagueSeason = translateSeason([body], { leagueId: '1', season })
      expect([...leagueSeason.findings, ...checkConsistency(leagueSeason)]).toEqual([])
    }),
    { numRuns: LEAGUES },
  )
})
