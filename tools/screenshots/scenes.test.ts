import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/bootstrap/project.mjs'
import { SCENES } from './scenes.ts'

const LOCATION_SOURCE = readFileSync(join(ROOT, 'apps/web/src/router/router.ts'), 'utf8')

/** Returns the names in a list of the web app's router. */
function listNames(list: string) {
  const text = new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(LOCATION_SOURCE)?.[1] ?? ''
  return [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name)
}

it('covers every screen and every tab of the web app', () => {
  const covered = new Set(SCENES.map(({ screen }) => screen))
  const names = [...listNames('ROUTES'), ...listNames('TABS')]
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !covered.has(name ?? ''))).toEqual([])
})

it('covers every tab with data, loading, failed and with very long names', () => {
  for (const tab of listNames('TABS')) {
    const states = SCENES.filter(({ screen }) => screen === tab).map(({ state }) => state)
    expect(states, tab).toEqual(expect.arrayContaining(['full', 'loading', 'error', 'long names']))
  }
})

it('gives each scene a unique name', () => {
  const names = SCENES.map(({ screen, state }) => `${screen} ${state}`)
  expect(names).toEqual([...new Set(names)])
})
