import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../project.mjs'

const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** What the page's short names of folders stand for. @type {Record<string, string>} */
const FOLDER_ALIASES = { S: 'apps/server/src', W: 'apps/web/src', D: 'packages/domain/src' }

const requirementRows = PAGE.split('\n')
  .map((line) => line.split(' | '))
  .filter(([requirement = '']) => /^\| \d/.test(requirement))

/** @param {string} text */
const listTestFiles = (text) =>
  [...text.matchAll(/`([^`\s]+\.(?:test|spec)\.(?:tsx?|mjs))`/g)].map(([, file = '']) => file)

it('names only tests that there are', () => {
  const named = listTestFiles(PAGE)
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter((file) => {
    const [start = '', ...rest] = file.split('/')
    return !existsSync(join(ROOT, FOLDER_ALIASES[start] ?? start, ...rest))
  })
  expect(missing).toEqual([])
})

it('calls no requirement met without a test, nor anything else than met, not applicable or open', () => {
  expect(requirementRows.length).toBeGreaterThan(100)
  const wrong = requirementRows.filter(([, status = '', how = '']) =>
    status === 'met' ? listTestFiles(how).length === 0 : !['not applicable', 'open'].includes(status),
  )
  expect(wrong).toEqual([])
})

it('has each requirement once', () => {
  const numbers = requirementRows.flatMap(([requirement = '']) => requirement.replace('| ', '').split(', '))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
