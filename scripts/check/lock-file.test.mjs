import { expect, it } from 'vitest'
import { acceptsNode, lockFileProblems } from './lock-file.mjs'

it('accepts a lock file that holds every platform', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      optionalDependencies: { 'tool-linux': '1', 'tool-darwin': '1' },
      engines: { node: '>=18' },
    },
    'node_modules/tool-linux': {},
    'node_modules/tool/node_modules/tool-darwin': {},
    'node_modules/own': { link: true, resolved: 'packages/own' },
  }

  expect(lockFileProblems(packages)).toEqual([])
})

it.each([
  {
    fault: 'leaves it out',
    packages: { 'node_modules/tool': { optionalDependencies: { 'tool-darwin': '1' } } },
  },
  {
    fault: 'leaves it out',
    packages: {
      'node_modules/tool': { optionalDependencies: { 'tool-darwin': '1' } },
      'node_modules/other/node_modules/tool-darwin': {},
    },
  },
  {
    fault: 'names the address',
    packages: { 'node_modules/tool': { resolved: 'https://registry.example/tool' } },
  },
  { fault: 'refuses Node 20.19', packages: { 'node_modules/tool': { engines: { node: '>=22.12' } } } },
])('tells of a package that $fault', ({ fault, packages }) => {
  expect(lockFileProblems(packages)).toEqual([expect.stringContaining(fault)])
})

it.each([
  { range: '>=18', accepts: true },
  { range: '>= 20.19.0', accepts: true },
  { range: '>=20.20', accepts: false },
  { range: '^20.19.0 || >=22.12.0', accepts: true },
  { range: '^18.18.0 || ^20.9.0 || >=21.1.0', accepts: true },
  { range: '^18 || >=22', accepts: false },
  { range: '18 - 20', accepts: true },
  { range: '>=14 <20', accepts: false },
  { range: '>=14 <=20', accepts: true },
  { range: '~20.19.0', accepts: true },
  { range: '20.x', accepts: true },
  { range: '22.x', accepts: false },
  { range: '*', accepts: true },
])('"$range" accepts Node 20.19: $accepts', ({ range, accepts }) => {
  expect(acceptsNode(range, [20, 19, 0])).toBe(accepts)
})
