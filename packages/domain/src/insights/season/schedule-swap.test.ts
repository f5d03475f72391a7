import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRegularSeason, finalGames, REFERENCE_LEAGUE } from '../testing/reference-league.ts'
import { anyRegularSeason } from '../testing/season-arbitraries.ts'
import { swapSchedules } from './luck.ts'
import { gamesOfTeam } from './regular-season.ts'

describe('the reference league', () => {
  const rows = swapSchedules(REFERENCE_LEAGUE)

  it('has these records with the schedules of others', () => {
    const format = ({ record }: (typeof rows)[number]['records'][number]) =>
      `${record.wins}-${record.losses}-${record.ties}`
    expect(rows.map(({ records }) => records.map(format))).toEqual([
      ['1-2-0', '2-1-0', '2-1-0', '1-2-0'],
      ['0-3-0', '1-2-0', '2-1-0', '2-1-0'],
      ['1-2-0', '2-1-0', '2-0-1', '1-1-1'],
      ['1-2-0', '1-2-0', '2-0-1', '1-1-1'],
    ])
  })

  it('sums up the schedules of each team', () => {
    expect(rows.map(({ best, worst, mean, better }) => [best, worst, mean, better])).toEqual([
      [2, 1, 1.5, 2],
      [2, 0, 1.25, 2],
      [2.5, 1, 1.75, 0],
      [2.5, 1, 1.5, 1],
    ])
  })
})

it('keeps a result that an adjustment has decided', () => {
  const [game = expect.fail()] = finalGames([[1, 1, 100, 2, 90]])
  const rows = swapSchedules(aRegularSeason([{ ...game, result: 'away' }]))
  expect(rows.map(({ records }) => records.map(({ record }) => record.wins))).toEqual([
    [0, 0],
    [1, 1],
  ])
})

it('skips weeks in which either team is on bye', () => {
  const season = aRegularSeason(
    finalGames([
      [1, 1, 100, 2, 90],
      [2, 2, 80, 3, 70],
    ]),
  )
  const [first, , third] = swapSchedules(season)
  expect(first?.records[2]?.record).toEqual({ wins: 0, losses: 0, ties: 0 })
  expect(third?.records[0]?.record).toEqual({ wins: 0, losses: 0, ties: 0 })
})

it('has the real records on its diagonal in any season', () => {
  fc.assert(
    fc.property(anyRegularSeason(), (season) => {
      for (const [index, { teamId, records }] of swapSchedules(season).entries()) {
        const results = gamesOfTeam(season.games, teamId).map(({ result }) => result)
        expect(records[index]).toEqual({
          scheduleOf: teamId,
          record: {
            wins: results.filter((result) => result === 1).length,
            losses: results.filter((result) => result === 0).length,
            ties: results.filter((result) => result === 0.5).length,
          },
        })
      }
    }),
  )
})
