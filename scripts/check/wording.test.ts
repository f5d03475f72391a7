import { expect, it } from 'vitest'
import { BANNED_NAMES, BANNED_PHRASES, wordingViolations } from './wording.ts'

const BANS = { names: BANNED_NAMES, phrases: BANNED_PHRASES }

const check = (text: string, file: string = 'apps/server/src/http/session.ts') =>
  wordingViolations([{ file, text }], BANS)

it.each([
  ['a declared name', 'const first = 1\nconst keptAnswers = new Map()', ':2: the name "keptAnswers"'],
  ['a type', 'export type Caller = { id: number }', ':1: the name "Caller"'],
  ['British spelling', '// The colour of a team.', ':1: "colour"'],
  ['a hyphenated lineup', "const title = 'Set your line-up'", ':1: "line-up"'],
  ['a text that was replaced', '<p>Nobody is known to have won</p>', ':1: "is known to have won"'],
])('rejects %s', (_, text, violation) => {
  expect(check(text)).toEqual([expect.stringContaining(violation)])
})

it('rejects a file named with a banned word', () => {
  expect(check('', 'apps/server/src/http/kept-answers.ts')).toHaveLength(1)
})

it('accepts standard terms', () => {
  expect(check('/** Encrypts the cookies of the current user. */\nexport const responseCache = 1')).toEqual(
    [],
  )
})

it('accepts banned words in the changelog and in released migrations', () => {
  expect(check('The line-ups of 0.1.0', 'CHANGELOG.md')).toEqual([])
  expect(check('const kept = 1', 'apps/server/src/database/migrations/0001-release-0-1-0.ts')).toEqual([])
})

it('does not look for names in documents', () => {
  expect(check('const kept = 1', 'docs/architecture.md')).toEqual([])
})
