import { expect, it } from 'vitest'
import { formatSeasonRanges } from './format.ts'

it.each([
  [[], ''],
  [[2020], '2020'],
  [[2019, 2020], '2019–2020'],
  [[2014, 2015, 2016, 2018, 2020, 2021], '2014–2016, 2018, 2020–2021'],
])('formats the seasons %j as "%s"', (seasons, text) => {
  expect(formatSeasonRanges(seasons)).toBe(text)
})
