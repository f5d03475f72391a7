import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { originalStack } from './run-server.ts'

it('names the positions in source files, and leaves those without a source map', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = (file: string) => pathToFileURL(join(folder, file)).href
  // Line 1, column 5 of the built file is line 3, column 3 of the source.
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'IAEE' }
  writeFileSync(join(folder, 'a.js.map'), JSON.stringify(map))
  writeFileSync(join(folder, 'broken.js.map'), '{')
  const stack = ['Error: at file', `at run (${url('a.js')}:1:5)`, `at ${url('b.js')}:2:1`, 'at node:fs:1:1']
  expect(originalStack([...stack, `at ${url('broken.js')}:1:1`].join('\n'))).toBe(
    [
      'Error: at file',
      `at run (${join(folder, '../src/a.ts')}:3:3)`,
      ...stack.slice(2),
      `at ${url('broken.js')}:1:1`,
    ].join('\n'),
  )
})
