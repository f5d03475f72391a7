import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentHash, listFiles } from './install.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldhouse-sources-'))
  write('app/src/one.ts', '1')
  write('app/src/two.ts', '2')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const hash = (...extraValues: string[]) => contentHash(root, ['app', 'absent'], extraValues)

it('lists source files without tests, packages, build output and dot files', () => {
  for (const path of ['app/src/one.test.ts', 'app/node_modules/x/i.js', 'app/dist/main.js', 'app/.cache/c']) {
    write(path, '')
  }

  expect(listFiles(root, ['app'])).toEqual(['app/src/one.ts', 'app/src/two.ts'])
  expect(listFiles(root, ['app'], { withTests: true })).toContain('app/src/one.test.ts')
})

it('returns the same hash for the same content', () => {
  const before = hash()
  write('app/src/one.ts', '1')
  write('app/src/one.test.ts', 'tests are ignored')

  expect(hash()).toBe(before)
})

it.each([
  { change: 'a changed file', act: () => write('app/src/one.ts', '10') },
  { change: 'a new file', act: () => write('app/src/three.ts', '') },
  { change: 'a deleted file', act: () => rmSync(join(root, 'app/src/two.ts')) },
  {
    change: 'contents swapped between two files',
    act: () => {
      write('app/src/one.ts', '2')
      write('app/src/two.ts', '1')
    },
  },
])('returns a different hash for $change', ({ act }) => {
  const before = hash()
  act()

  expect(hash()).not.toBe(before)
})

it('returns a different hash for another platform', () => {
  expect(hash('linux', 'x64')).not.toBe(hash('linux', 'arm64'))
})
