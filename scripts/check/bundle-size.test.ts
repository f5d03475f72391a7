import { expect, it } from 'vitest'
import { measureBundles } from './run-checks.ts'

const file = (name: string, kilobytes: number, imports: string[] = [], extension = 'js') => ({
  name,
  extension,
  bytes: kilobytes * 1024,
  imports,
})

it('measures what each screen waits for, without what it loads later', () => {
  const files = [
    file('first', 70),
    file('shell', 20),
    file('shared', 10, ['shared-more']),
    file('shared-more', 7),
    file('standings', 5, ['shared']),
    file('standings-more', 99, ['standings', 'charts']),
    file('social', 8, ['feed']),
    file('feed', 6, ['shell']),
    file('charts', 50),
    file('style', 20, [], 'css'),
    file('font', 18, [], 'woff2'),
    file('sw', 9),
  ]
  const measured = measureBundles(files).map(({ name, size }) => [name, size])
  expect(measured).toEqual([
    ['entry and shell: JavaScript', 90],
    ['standings: JavaScript', 112],
    ['social: JavaScript', 104],
    ['styles', 20],
    ['fonts', 18],
    ['service worker', 9],
    ['number of scripts and styles', 12],
  ])
})
