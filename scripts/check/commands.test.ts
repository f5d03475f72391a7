import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../bootstrap/project.mjs'

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const SCRIPTS: Record<string, string> = JSON.parse(readText('package.json')).scripts
const CLI_PAGE = readText('docs/cli.md')

describe.each(Object.entries(SCRIPTS))('npm run %s', (name, command) => {
  const file = /^node (?:--\S+ )*(?<file>scripts\/[\w-]+\.mjs)/.exec(command)?.groups?.['file'] ?? ''

  it('starts with a script that runs before any package is installed', () => {
    expect(file).not.toBe('')
    const imports = [...readText(file).matchAll(/^import .*'(?<module>.+)'$/gm)].map(
      ({ groups }) => groups?.['module'],
    )
    expect(imports).toEqual(['./bootstrap/node-version.mjs'])
  })

  it('installs missing packages', () => {
    expect(readText(file)).toMatch(
      /\b(?:bootstrap\(|scripts\/build\.mjs|exitOnUserError\((?:bootstrap|install)\)|runTests\()/,
    )
  })

  it('is documented in docs/cli.md', () => {
    expect(CLI_PAGE).toMatch(new RegExp(`npm (?:run )?${name}\\b`))
  })
})

it('defines every npm script that docs/cli.md names', () => {
  const names = [...CLI_PAGE.matchAll(/npm run (?<name>\w+)/g)].map(({ groups }) => groups?.['name'])
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !(String(name) in SCRIPTS))).toEqual([])
})
