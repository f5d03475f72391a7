import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './project.mjs'

/** @param {string} path */
const textOf = (path) => readFileSync(join(ROOT, path), 'utf8')
/** @type {Record<string, string>} */
const SCRIPTS = JSON.parse(textOf('package.json')).scripts
const README = textOf('README.md')

describe.each(Object.entries(SCRIPTS))('npm run %s', (name, command) => {
  const file = /^node (?<file>scripts\/[\w-]+\.mjs)/.exec(command)?.groups?.['file'] ?? ''

  it('begins where nothing is installed: with a script of ours that needs no package', () => {
    expect(file).not.toBe('')
    const needed = [...textOf(file).matchAll(/^import .*'(?<module>.+)'$/gm)].map(
      ({ groups }) => groups?.['module'],
    )
    expect(needed).toEqual(['./node-version.mjs'])
  })

  it('installs what is missing', () => {
    expect(textOf(file)).toMatch(/\b(?:bootstrap\(|orRefuse\((?:bootstrap|install)\)|runTests\()/)
  })

  it('is told of in the README', () => {
    expect(README).toMatch(new RegExp(`npm (?:run )?${name}\\b`))
  })
})

it('has every command that the README names', () => {
  const named = [...README.matchAll(/npm run (?<name>\w+)/g)].map(({ groups }) => groups?.['name'])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !(String(name) in SCRIPTS))).toEqual([])
})
