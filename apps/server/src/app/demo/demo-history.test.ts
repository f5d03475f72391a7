import { expect, it } from 'vitest'
import { teamsIn } from '../../providers/simulated/seed-users.ts'
import { simulateLeague } from '../../providers/simulated/simulate-league.ts'
import { DEMO_SEED } from './demo-league.ts'

/** Who won the final of a season and who lost it, by first name, and by how many hundredths. */
function finalOf(season: number) {
  const { finalOrder, games } = simulateLeague({ seed: DEMO_SEED, season })
  const final = games.filter(({ tier }) => tier === 'WINNERS_BRACKET').at(-1)
  const [winner, loser] = finalOrder
    .slice(0, 2)
    .map((id) => teamsIn(season).find(({ teamId }) => teamId === id)?.primaryOwner?.firstName)
  const scores = [final?.home.points ?? 0, final?.away?.points ?? 0].map(Number).toSorted((a, b) => b - a)
  return { winner, loser, scores }
}

it('has the history that its feed talks about', () => {
  expect(finalOf(2012)).toMatchObject({ winner: 'Dov', loser: 'Greta' })
  expect(finalOf(2013)).toMatchObject({ winner: 'Dov', loser: 'Greta' })
  expect(finalOf(2016)).toMatchObject({ winner: 'Petra' })
  expect(finalOf(2018)).toMatchObject({ winner: 'Edie', loser: 'Greta' })
  expect(finalOf(2024)).toEqual({ winner: 'Hugo', loser: 'Dov', scores: [10418, 10327] })
  expect(finalOf(2025)).toEqual({ winner: 'Fitz', loser: 'Cleo', scores: [12383, 12329] })
})
