import { expect, it } from 'vitest'
import { isSameInstall } from './install.ts'

const LOCKED = {
  '': { version: '0.1.0' },
  'apps/web': { version: '0.1.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
}

it('accepts the packages of the lock file without those of other platforms', () => {
  expect(isSameInstall(LOCKED, { 'node_modules/zod': { version: '4.6.7' } })).toBe(true)
})

it.each([
  { problem: 'a missing package', installed: {} },
  { problem: 'another version', installed: { 'node_modules/zod': { version: '4.6.6' } } },
  {
    problem: 'an extra package',
    installed: { 'node_modules/zod': { version: '4.6.7' }, 'node_modules/left-over': { version: '1.0.0' } },
  },
])('rejects $problem', ({ installed }) => {
  expect(isSameInstall(LOCKED, installed)).toBe(false)
})
