import { expect, it } from 'vitest'
import { subjectViolations } from './run-checks.ts'

it.each([
  'feat(standings): show the playoff cutoff',
  'fix: reject a pick after the cutoff',
  'refactor(db,web)!: rename the response cache',
  'test(espn): 1,000 generated leagues reconcile',
])('accepts the commit subject "%s"', (subject) => {
  expect(subjectViolations([subject])).toEqual([])
})

it.each([
  ['a subject without a type', 'Show the playoff cutoff'],
  ['an unknown type', 'feature: show the playoff cutoff'],
  ['a capitalized summary', 'feat: Show the playoff cutoff'],
  ['a period at the end', 'feat: show the playoff cutoff.'],
  ['an empty summary', 'feat: '],
  ['an empty scope', 'feat(): show the playoff cutoff'],
  ['a subject of 73 characters', `fix: ${'x'.repeat(68)}`],
])('rejects %s', (_, subject) => {
  expect(subjectViolations(['fix: keep this one', subject])).toEqual([expect.stringContaining(subject)])
})
