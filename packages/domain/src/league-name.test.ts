import { expect, it } from 'vitest'
import { leagueNameProblem } from './league-name.ts'

it.each([
  ['Harbour League', null],
  ['x'.repeat(100), null],
  ['🏈'.repeat(100), null],
  ['...', null],
  ['a/b?c#d%e', null],
  ['', 'missing'],
  [' \t ', 'missing'],
  ['x'.repeat(101), 'too_long'],
  ['two\nlines', 'control_characters'],
  ['nul\0l', 'control_characters'],
  ['.', 'dots'],
  [' .. ', 'dots'],
])('for the name %j, returns the problem %j', (name, problem) => {
  expect(leagueNameProblem(name)).toBe(problem)
})
