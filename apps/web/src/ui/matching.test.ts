import { expect, it } from 'vitest'
import { matching, optionOf } from './matching.ts'

const PEOPLE = [optionOf('marlo', 'Ada Quill'), optionOf('ada', 'Rowan Pike'), optionOf('Öre', '')]

it.each([
  ['', ['marlo', 'ada', 'Öre']],
  ['ADA', ['ada', 'marlo']],
  ['quill marlo', ['marlo']],
  ['  öRE ', ['Öre']],
  ['nobody', []],
])('finds for %j: %j', (text, values) => {
  expect(matching(PEOPLE, text, 50).shown.map(({ value }) => value)).toEqual(values)
})

it('shows no more than the limit, and tells how many there are', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => optionOf(`player-${at}`, ''))
  const { shown, total } = matching(many, 'player', 50)
  expect(shown).toHaveLength(50)
  expect(total).toBe(10_000)
})
