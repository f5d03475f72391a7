import fc from 'fast-check'
import type { RegularSeason } from '../season/regular-season.ts'
import { aRegularSeason, finalGames, type GameRow } from './reference-league.ts'

/** The rounds in which each of an even number of teams meets every other one once, as pairs of team IDs. */
export function roundRobin(teams: number): [number, number][][] {
  return Array.from({ length: teams - 1 }, (_, round) => {
    const at = (position: number) => (position === 0 ? teams : ((round + position - 1) % (teams - 1)) + 1)
    return Array.from({ length: teams / 2 }, (_, pair) => [at(pair), at(teams - 1 - pair)])
  })
}

/**
 * A season of 4 to 8 teams whose later weeks are open. The scores are whole points between 70 and 90, so that many are
 * equal.
 */
export function anyRegularSeason({ open = 0 }: { open?: number } = {}): fc.Arbitrary<RegularSeason> {
  return fc
    .record({ pairs: fc.integer({ min: 2, max: 4 }), weeks: fc.integer({ min: 1, max: 6 }) })
    .chain(({ pairs, weeks }) =>
      fc
        .array(fc.integer({ min: 70, max: 90 }), {
          minLength: weeks * pairs * 2,
          maxLength: weeks * pairs * 2,
        })
        .map((scores) => {
          const rounds = roundRobin(pairs * 2)
          const gamesIn = (week: number) => rounds[week % rounds.length] ?? []
          const rows = Array.from({ length: weeks }, (_, week) =>
            gamesIn(week).map(([home, away], game): GameRow => {
              const [first = 0, second = 0] = scores.slice((week * pairs + game) * 2)
              return [week + 1, home, first, away, second]
            }),
          ).flat()
          const later = Array.from({ length: open }, (_, week) =>
            gamesIn(weeks + week).map(([home, away]) => [weeks + week + 1, home, away] as const),
          ).flat()
          return aRegularSeason(finalGames(rows), { open: later })
        }),
    )
}
