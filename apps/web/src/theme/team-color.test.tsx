import { contrastRatio } from '@fieldhouse/domain/colors'
import { expect, it } from 'vitest'
import { sideColorStyle, teamColorStyle } from './team-color.ts'
import themes from './themes.css?raw'

/** The surfaces of each theme, by name, and whether it is dark. */
const THEMES = themes.split(/(?=\[data-theme=)/).flatMap((block) => {
  const [, name] = /^\[data-theme="([\w-]+)"\] \{/.exec(block) ?? []
  const surfaces = [...block.matchAll(/--surface[\w-]*: (#[0-9a-f]{6});/g)].map(([, surface = '']) => surface)
  return name === undefined ? [] : [{ name, isDark: block.includes('color-scheme: dark'), surfaces }]
})

const COLORS = [
  '#ffd400',
  '#0b1f4f',
  '#c8102e',
  '#00aaff',
  '#ffffff',
  '#000000',
  '#8fd0d8',
  '#3b3f46',
  '#6d3f8c',
]

it('finds three surfaces in each of the three themes', () => {
  expect(THEMES.map(({ name, isDark, surfaces }) => [name, isDark, surfaces.length])).toEqual([
    ['neutral-pro', false, 3],
    ['solarized-light', false, 3],
    ['solarized-dark', true, 3],
  ])
})

it.each(COLORS)('makes %s stand out from every surface of every theme', (color) => {
  const style = teamColorStyle(color) as Record<string, string>
  const [, light = '', dark = ''] = /^light-dark\((#\w+), (#\w+)\)$/.exec(style['--team-color'] ?? '') ?? []
  for (const { isDark, surfaces } of THEMES)
    for (const surface of surfaces)
      expect(contrastRatio(isDark ? dark : light, surface)).toBeGreaterThanOrEqual(3)
  expect(contrastRatio(style['--team-fill'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

it.each([null, undefined])('has no properties for the color %s', (color) => {
  expect(teamColorStyle(color)).toEqual({})
})

it.each(COLORS)('draws a side in %s as it draws a team', (color) => {
  const { '--team-color': teamColor } = teamColorStyle(color) as Record<string, string>
  expect(sideColorStyle({ color }, { color: null })).toEqual({ '--away-color': teamColor })
  expect(sideColorStyle({}, { color })).toEqual({ '--home-color': teamColor })
})
