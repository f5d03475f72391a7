import { expect, it } from 'vitest'
import { searchOptions, toOption } from './combobox.tsx'

const USERS = [toOption('marlo', 'Ada Quill'), toOption('ada', 'Rowan Pike'), toOption('Öre', '')]

it.each([
  ['', ['marlo', 'ada', 'Öre']],
  ['ADA', ['ada', 'marlo']],
  ['quill marlo', ['marlo']],
  ['  öRE ', ['Öre']],
  ['nobody', []],
])('searches %j and finds %j', (text, values) => {
  expect(searchOptions(USERS, text, 50).shown.map(({ value }) => value)).toEqual(values)
})

it('returns at most the limit, and the total number of matches', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => toOption(`player-${index}`, ''))
  const { shown, total } = searchOptions(many, 'player', 50)
  expect(shown).toHaveLength(50)
  expect(total).toBe(10_000)
})
