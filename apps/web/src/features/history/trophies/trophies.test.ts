import { expect, it } from 'vitest'
import { buildSeason } from '../../../testing/history-fixtures.ts'
import { initialSeason, listChampions } from './trophies.ts'

it('lists champions by titles, then by latest title, naming the team if it has no owner', () => {
  const withoutOwner = buildSeason(2025, ['Zoe'], { champion: { name: 'Orphans', owner: null } })
  const seasons = [
    buildSeason(2021, ['Ada']),
    buildSeason(2022, ['Hugo']),
    buildSeason(2023, ['Ada']),
    withoutOwner,
  ]
  expect(
    listChampions(seasons).map(({ name, isOwner, seasons: titleSeasons }) => [name, isOwner, titleSeasons]),
  ).toEqual([
    ['Ada', true, [2021, 2023]],
    ['Orphans', false, [2025]],
    ['Hugo', true, [2022]],
  ])
})

it.each([
  [[2023, 2024, 2025, 2026], 2026, 2025],
  [[2023, 2024, 2026], 2026, 2024],
  [[2026], 2026, 2026],
  [[], 2026, undefined],
])('chooses the initial season from %j in %i: %s', (seasons, year, shown) => {
  expect(initialSeason(seasons, year)).toBe(shown)
})
