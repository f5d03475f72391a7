import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isNodeNewEnough, runtimePackage } from './node-version.mjs'
import { ROOT } from './project.mjs'

it.each([
  { version: '18.20.4', isEnough: false },
  { version: '20.20.2', isEnough: false },
  { version: '22.17.1', isEnough: false },
  { version: '22.18.0', isEnough: true },
  { version: '23.0.0', isEnough: true },
  { version: '24.21.0', isEnough: true },
])('returns $isEnough for Node $version', ({ version, isEnough }) => {
  expect(isNodeNewEnough(version)).toBe(isEnough)
})

it('requires the version that package.json promises', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(engines.node).toBe('>=22.18.0')
})

it.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
])('has a pinned Node that is new enough for %s on %s', (platform, arch) => {
  const version = runtimePackage(platform, arch)?.version ?? ''
  expect(isNodeNewEnough(version)).toBe(true)
})

it('has no pinned Node for machines that no package serves', () => {
  expect(runtimePackage('freebsd', 'x64')).toBeUndefined()
})
