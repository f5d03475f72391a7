import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { FAULTS } from './faults.ts'

it.each(FAULTS)('$file contains the code that the fault $name changes exactly once', ({ file, find }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2)
})

it.each(FAULTS)('there are the tests that the fault $name names', ({ tests = [] }) => {
  for (const test of tests) expect(globSync(`${test}*`, { cwd: ROOT }), test).not.toEqual([])
})
