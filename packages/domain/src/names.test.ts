import { expect, it } from 'vitest'
import {
  cleanPersonName,
  displayNameOf,
  initialsOf,
  leagueNameProblem,
  normalizeName,
  slugify,
} from './names.ts'

it('normalizes names that differ only in case or Unicode form', () => {
  expect(normalizeName('HARBOUR League')).toBe(normalizeName('harbour league'))
  expect(normalizeName('José')).toBe(normalizeName('Jose\u0301'))
  expect(normalizeName('Jose')).not.toBe(normalizeName('José'))
})

it.each([
  [' Ada\r\n Marlow ', 'Ada Marlow'],
  ['\u202Eeda\u2066\u200Bx\u00AD', 'edax'],
  ['Jose\u0301', 'Jos\u00e9'],
  ['می\u200Cخواهم 👩\u200D🚀❤\uFE0F', 'می\u200Cخواهم 👩\u200D🚀❤\uFE0F'],
  ['\u200D \u2800'.replace('\u2800', ''), ''],
])('cleans the name %j to %j', (name, cleaned) => {
  expect(cleanPersonName(name)).toBe(cleaned)
})

it.each([
  ['Ada Marlow', 'ada-marlow'],
  ["  D'Arcy  O’Néill Jr. ", 'd-arcy-o-neill-jr'],
  ['ŻÓŁĆ 99', 'zołc-99'],
  ['🏈', ''],
])('converts %j to the slug %j', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})

it.each([
  [{ firstName: 'Ada', lastName: 'Marlow', username: 'am' }, 'Ada Marlow'],
  [{ firstName: 'Ada', lastName: '', username: 'am' }, 'Ada'],
  [{ firstName: '', lastName: 'Marlow', username: 'am' }, 'Marlow'],
  [{ firstName: '', lastName: '', username: 'am' }, 'am'],
])('displays %j as %j', (person, name) => {
  expect(displayNameOf(person)).toBe(name)
})

it.each([
  ['Ada Marlow', 'AM'],
  ['lorne', 'L'],
  ['The Gridiron Supper Club', 'TC'],
  ['"Quoted" name', 'QN'],
  ['🔥🔥🔥', '🔥'],
  ['!! 👨‍👩‍👧 🏈', '👨‍👩‍👧'],
  ['🇩🇪', '🇩🇪'],
  ['!?', '?'],
  ['龍之隊', '龍'],
  ['', '?'],
  ['Kit Sorrel (2)', 'KS'],
  ['Team 3', 'T'],
])('abbreviates %j to %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

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
