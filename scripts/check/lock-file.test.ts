import { expect, it } from 'vitest'
import { lockFileProblems } from './packages.ts'

it('accepts a lock file with the packages of every platform', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      optionalDependencies: { 'tool-linux': '1', 'tool-darwin': '1' },
      engines: { node: '>=18' },
    },
    'node_modules/tool-linux': {},
    'node_modules/tool/node_modules/tool-darwin': {},
    'node_modules/tool-ia32': { cpu: ['ia32'], engines: { node: '^20.9.0' } },
    'node_modules/own': { link: true, resolved: 'packages/own' },
  }

  expect(lockFileProblems(packages)).toEqual([])
})

it.each([
  {
    problem: 'is missing in the lock file',
    packages: { 'node_modules/tool': { optionalDependencies: { 'tool-darwin': '1' } } },
  },
  {
    problem: 'is missing in the lock file',
    packages: {
      'node_modules/tool': { optionalDependencies: { 'tool-darwin': '1' } },
      'node_modules/other/node_modules/tool-darwin': {},
    },
  },
  {
    problem: 'contains the registry URL',
    packages: { 'node_modules/tool': { resolved: 'https://registry.example/tool' } },
  },
  {
    problem: 'does not support Node 22.18',
    packages: { 'node_modules/tool': { engines: { node: '>=24' } } },
  },
])('reports a package that $problem', ({ problem, packages }) => {
  expect(lockFileProblems(packages)).toEqual([expect.stringContaining(problem)])
})

it.each([
  { range: '>=18', isAccepted: true },
  { range: '>= 22.18.0', isAccepted: true },
  { range: '>=22.19', isAccepted: false },
  { range: '^20.19.0 || >=22.12.0', isAccepted: true },
  { range: '^18.18.0 || ^22.9.0 || >=23.1.0', isAccepted: true },
  { range: '^18 || >=24', isAccepted: false },
  { range: '20 - 22', isAccepted: true },
  { range: '>=14 <22', isAccepted: false },
  { range: '>=14 <=22', isAccepted: true },
  { range: '~22.18.0', isAccepted: true },
  { range: '22.x', isAccepted: true },
  { range: '24.x', isAccepted: false },
  { range: '*', isAccepted: true },
])('returns $isAccepted for a package that needs Node "$range"', ({ range, isAccepted }) => {
  const problems = lockFileProblems({ 'node_modules/tool': { engines: { node: range } } })
  expect(problems.length === 0).toBe(isAccepted)
})
