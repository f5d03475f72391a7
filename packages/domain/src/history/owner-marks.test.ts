import { expect, it } from 'vitest'
import { ownerMarks, type Placement } from './owner-page.ts'

const placed = (season: number, place: number, other: Partial<Placement> = {}): Placement => ({
  season,
  place,
  teamCount: 12,
  isFinished: true,
  ...other,
})

it.each<[string, Placement[], ReturnType<typeof ownerMarks>]>([
  [
    'two seasons in the top three',
    [placed(2019, 3), placed(2020, 1)],
    [{ kind: 'dynasty', seasons: [2019, 2020] }],
  ],
  [
    'two seasons in the bottom third',
    [placed(2019, 9), placed(2020, 12)],
    [{ kind: 'drought', seasons: [2019, 2020] }],
  ],
  ['a place just above the bottom third', [placed(2019, 8), placed(2020, 12)], []],
  [
    'the bottom third of ten teams, which begins with the eighth place',
    [
      placed(2019, 8, { teamCount: 10 }),
      placed(2020, 7, { teamCount: 10 }),
      placed(2021, 8, { teamCount: 10 }),
    ],
    [],
  ],
  ['a single season', [placed(2019, 1)], []],
  ['a season between them', [placed(2019, 1), placed(2020, 5), placed(2021, 1)], []],
  ['a season that the owner missed', [placed(2019, 1), placed(2021, 1)], []],
  ['a season in progress', [placed(2019, 1), placed(2020, 1, { isFinished: false })], []],
  [
    'two teams in a season, of which the better one counts',
    [placed(2019, 1), placed(2020, 11), placed(2020, 2)],
    [{ kind: 'dynasty', seasons: [2019, 2020] }],
  ],
  [
    'both, in the order of the seasons',
    [placed(2017, 10), placed(2018, 11), placed(2019, 2), placed(2020, 1), placed(2021, 3)],
    [
      { kind: 'drought', seasons: [2017, 2018] },
      { kind: 'dynasty', seasons: [2019, 2020, 2021] },
    ],
  ],
])('marks %s', (_, placements, marks) => {
  expect(ownerMarks(placements)).toEqual(marks)
})
