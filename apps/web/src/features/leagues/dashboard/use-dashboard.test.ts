import { expect, it } from 'vitest'
import { type DashboardData, leaguesToFollow } from './league-list.tsx'

const gameIn = (league: string, state: 'before' | 'live' | 'final') =>
  ({ league, game: { state } }) as DashboardData['games'][number]

it('follows two leagues at most, those with live games first', () => {
  const games = [gameIn('A', 'before'), gameIn('B', 'final'), gameIn('C', 'live'), gameIn('D', 'live')]
  expect(leaguesToFollow(games)).toEqual(['C', 'D'])
  expect(leaguesToFollow(games.slice(0, 3))).toEqual(['C', 'A'])
  expect(leaguesToFollow([])).toEqual([])
})
