import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentHash, listFiles } from './content-hash.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldhouse-sources-'))
  write('app/src/one.ts', '1')
  write('app/src/two.ts', '2')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/**
 * @param {string} path
 * @param {string} content
 */
function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const hash = (/** @type {string[]} */ ...facts) => contentHash(root, ['app', 'absent'], facts)

it('lists what people write, without tests, packages, builds and hidden files', () => {
  for (const path of ['app/src/one.test.ts', 'app/node_modules/x/i.js', 'app/dist/main.js', 'app/.cache/c']) {
    write(path, '')
  }

  expect(listFiles(root, ['app'])).toEqual(['app/src/one.ts', 'app/src/two.ts'])
  expect(listFiles(root, ['app'], { withTests: true })).toContain('app/src/one.test.ts')
})

it('is the same for the same content', () => {
  const before = hash()
  write('app/src/one.ts', '1')
  write('app/src/one.test.ts', 'a test is no source')

  expect(hash()).toBe(before)
})

it.each([
  { change: 'a changed file', act: () => write('app/src/one.ts', '10') },
  { change: 'a new file', act: () => write('app/src/three.ts', '') },
  { change: 'a file that went', act: () => rmSync(join(root, 'app/src/two.ts')) },
  {
    change: 'contents that moved to another file',
    act: () => {
      write('app/src/one.ts', '2')
      write('app/src/two.ts', '1')
    },
  },
])('tells $change', ({ act }) => {
  const before = hash()
  act()

  expect(hash()).not.toBe(before)
})

it('tells another platform', () => {
  expect(hash('linux', 'x64')).not.toBe(hash('linux', 'arm64'))
})
