import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assignTeamColors, dominantColor, parseHex, toHsl } from './colors.ts'

const hueOf = (hex = '#000000') => Math.round(toHsl(parseHex(hex))[0])
const team = (teamId: number, logoColor: string | null = null) => ({ teamId, logoColor })

it('keeps the colors of logos', () => {
  const colors = assignTeamColors([team(1, '#c8102e'), team(2, '#0b5fa5')])
  expect([...colors]).toEqual([
    [1, '#c8102e'],
    [2, '#0b5fa5'],
  ])
})

it('gives a team another color when its logo looks like that of a team with a lower ID', () => {
  const colors = assignTeamColors([team(2, '#c8102e'), team(1, '#cc1133')])
  expect(colors.get(1)).toBe('#cc1133')
  expect(hueOf(colors.get(2))).toBe(275)
})

it('gives teams without a logo hues that are far apart', () => {
  const colors = assignTeamColors([team(1), team(2), team(3), team(4)])
  expect([...colors.values()].map(hueOf)).toEqual([137, 275, 52, 190])
})

it('keeps the color of a team without a logo when the colors of other logos become known', () => {
  const before = assignTeamColors([team(1), team(2), team(3)])
  const after = assignTeamColors([team(1, '#c8102e'), team(2), team(3, '#ffcc00')])
  expect(after.get(2)).toBe(before.get(2))
})

it('gives a team without a logo the farthest hue when a logo has its own', () => {
  const own = assignTeamColors([team(1)]).get(1) ?? ''
  const colors = assignTeamColors([team(1), team(2, own)])
  expect(colors.get(2)).toBe(own)
  expect(Math.abs(hueOf(colors.get(1)) - hueOf(own))).toBeGreaterThan(150)
})

it('gives each of up to 24 teams a color of its own', () => {
  const hexColor = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(fc.array(fc.option(hexColor), { minLength: 1, maxLength: 24 }), (logoColors) => {
      const colors = assignTeamColors(logoColors.map((logoColor, index) => team(index + 1, logoColor)))
      expect(colors.size).toBe(logoColors.length)
      expect(new Set(colors.values()).size).toBe(logoColors.length)
    }),
  )
})

const RED = [200, 16, 46, 255]
const BLUE = [11, 95, 165, 255]
const WHITE = [255, 255, 255, 255]
const TRANSPARENT_BLUE = [11, 95, 165, 0]
const repeat = (pixel: readonly number[], count: number) => Array.from({ length: count }, () => pixel).flat()

it.each([
  ['the most frequent color', [...repeat(RED, 30), ...repeat(BLUE, 20)], '#c8102e'],
  ['a color on white', [...repeat(WHITE, 90), ...repeat(BLUE, 10)], '#0b5fa5'],
  ['a color on a transparent background', [...repeat(TRANSPARENT_BLUE, 90), ...repeat(RED, 10)], '#c8102e'],
  [
    'the mean of similar colors',
    [...repeat([200, 0, 0, 255], 10), ...repeat([220, 0, 0, 255], 10)],
    '#d20000',
  ],
  ['no color in a gray picture', [...repeat([90, 90, 95, 255], 50), ...repeat(WHITE, 50)], null],
  ['no color in stray pixels', [...repeat(WHITE, 99), ...RED], null],
  ['no color in an empty picture', [], null],
])('finds %s', (_, pixels, expected) => {
  expect(dominantColor(Uint8Array.from(pixels))).toBe(expected)
})
