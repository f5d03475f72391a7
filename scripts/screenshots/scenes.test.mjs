import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../project.mjs'
import { SCENES } from './scenes.mjs'

const LOCATION_SOURCE = readFileSync(join(ROOT, 'apps/web/src/app/router/location.ts'), 'utf8')

/** The names in a list of the page’s places. @param {string} list */
function listNames(list) {
  const text = new RegExp(`export const ${list} = \\[([^\\]]*)\\]`).exec(LOCATION_SOURCE)?.[1] ?? ''
  return [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name)
}

it('shows every screen and every tab that the page has', () => {
  const shown = new Set(SCENES.map(({ screen }) => screen))
  const places = [...listNames('ROUTES'), ...listNames('TABS')]
  expect(places.length).toBeGreaterThan(10)
  expect(places.filter((place) => !shown.has(place ?? ''))).toEqual([])
})

it('shows every tab full, loading, failed and with very long names', () => {
  for (const tab of listNames('TABS')) {
    const states = SCENES.filter(({ screen }) => screen === tab).map(({ state }) => state)
    expect(states, tab).toEqual(expect.arrayContaining(['full', 'loading', 'error', 'long names']))
  }
})

it('takes each picture once', () => {
  const names = SCENES.map(({ screen, state }) => `${screen} ${state}`)
  expect(names).toEqual([...new Set(names)])
})
