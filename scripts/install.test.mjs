import { expect, it } from 'vitest'
import { isSameInstall } from './install.mjs'

const LOCKED = {
  '': { version: '0.1.0' },
  'apps/web': { version: '0.1.0' },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
}

it('accepts exactly what the lock file names, without the packages of other platforms', () => {
  expect(isSameInstall(LOCKED, { 'node_modules/zod': { version: '4.6.7' } })).toBe(true)
})

it.each([
  { fault: 'a missing package', there: {} },
  { fault: 'another version', there: { 'node_modules/zod': { version: '4.6.6' } } },
  {
    fault: 'a package too many',
    there: { 'node_modules/zod': { version: '4.6.7' }, 'node_modules/left-over': { version: '1.0.0' } },
  },
])('refuses $fault', ({ there }) => {
  expect(isSameInstall(LOCKED, there)).toBe(false)
})
