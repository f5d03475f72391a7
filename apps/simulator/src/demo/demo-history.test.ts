import { expect, it } from 'vitest'
import { teamsIn } from '../league/seed-users.ts'
import { simulateLeague } from '../league/simulate-league.ts'
import { DEMO_SEED } from './site-client.ts'

/**
 * First names of a season's champion and runner-up, and the final score in hundredths of a point, winner
 * first.
 */
function championshipOf(season: number) {
  const { finalOrder, games } = simulateLeague({ seed: DEMO_SEED, season })
  const final = games.filter(({ tier }) => tier === 'WINNERS_BRACKET').at(-1)
  const [winner, loser] = finalOrder
    .slice(0, 2)
    .map((id) => teamsIn(season).find(({ teamId }) => teamId === id)?.primaryOwner?.firstName)
  const scores = [final?.home.points ?? 0, final?.away?.points ?? 0].map(Number).toSorted((a, b) => b - a)
  return { winner, loser, scores }
}

it('simulates the championship games that the demo posts mention', () => {
  expect(championshipOf(2012)).toMatchObject({ winner: 'Dov', loser: 'Greta' })
  expect(championshipOf(2013)).toMatchObject({ winner: 'Dov', loser: 'Greta' })
  expect(championshipOf(2016)).toMatchObject({ winner: 'Petra' })
  expect(championshipOf(2018)).toMatchObject({ winner: 'Edie', loser: 'Greta' })
  expect(championshipOf(2024)).toEqual({ winner: 'Hugo', loser: 'Dov', scores: [10418, 10327] })
  expect(championshipOf(2025)).toEqual({ winner: 'Fitz', loser: 'Cleo', scores: [12383, 12329] })
})
