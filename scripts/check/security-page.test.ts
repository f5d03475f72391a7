import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../bootstrap/project.mjs'

const readPage = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8')
const PAGE = readPage('security.md')

/** The abbreviations of folders that the page uses. */
const FOLDER_ALIASES: Record<string, string> = {
  S: 'apps/server/src',
  W: 'apps/web/src',
  D: 'packages/domain/src',
  C: 'packages/contract/src',
  E: 'e2e',
}

const requirementRows = PAGE.split('\n')
  .map((line) => line.split(' | '))
  .filter(([requirement = '']) => /^\| \d/.test(requirement))

const listTestFiles = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)

it.each([
  ['security.md', 100],
  ['specification-coverage.md', 50],
])('names only existing test files in docs/%s', (name, least) => {
  const files = listTestFiles(readPage(name))
  expect(files.length).toBeGreaterThan(least)
  const missing = files.filter((file) => {
    const [folder = '', ...rest] = file.split('/')
    return !existsSync(join(ROOT, FOLDER_ALIASES[folder] ?? folder, ...rest))
  })
  expect(missing).toEqual([])
})

it('marks each requirement in docs/security.md as met with a test, not applicable, or open', () => {
  expect(requirementRows.length).toBeGreaterThan(100)
  const invalid = requirementRows.filter(([, status = '', how = '']) =>
    status === 'met' ? listTestFiles(how).length === 0 : !['not applicable', 'open'].includes(status),
  )
  expect(invalid).toEqual([])
})

it('lists each requirement in docs/security.md once', () => {
  const numbers = requirementRows.flatMap(([requirement = '']) => requirement.replace('| ', '').split(', '))
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})
