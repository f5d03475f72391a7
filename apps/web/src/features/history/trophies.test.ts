import { expect, it } from 'vitest'
import { buildSeason } from '../../testing/history-fixtures.ts'
import { initialSeason, listChampions } from './trophy-case.tsx'

it('lists champions by titles, then by latest title, naming the team if it has no owner', () => {
  const orphans = { rank: 1, name: 'Orphans', owner: null, logo: null }
  const withoutOwner = buildSeason(2025, ['Zoe'], { podium: [orphans] })
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

it('lists both champions of a shared title', () => {
  const shared = buildSeason(2024, ['Ada', 'Hugo', 'Zoe'])
  const podium = shared.podium.map((finisher, index) => ({ ...finisher, rank: [1, 1, 3][index] ?? 0 }))
  const champions = listChampions([buildSeason(2023, ['Hugo']), { ...shared, podium }])
  expect(champions.map(({ name, seasons }) => [name, seasons])).toEqual([
    ['Hugo', [2023, 2024]],
    ['Ada', [2024]],
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
