import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrastRatio, fromHsl, parseHex, toHex, toHsl, withContrast } from './colors.ts'

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffffff', 8.59],
  ['#fdf6e3', '#073642', 12.05],
])('computes the contrast of %s and %s as %d', (a, b, ratio) => {
  expect(contrastRatio(a, b)).toBeCloseTo(ratio, 2)
  expect(contrastRatio(b, a)).toBeCloseTo(ratio, 2)
})

it.each([
  ['#ff0000', [0, 1, 0.5]],
  ['#00ff00', [120, 1, 0.5]],
  ['#000080', [240, 1, 0.251]],
  ['#808080', [0, 0, 0.502]],
])('converts %s to hue, saturation and lightness', (hex, expected) => {
  const hsl = toHsl(parseHex(hex))
  for (const [index, value] of expected.entries()) expect(hsl[index]).toBeCloseTo(value, 3)
})

const hexColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('converts every color back to itself', () => {
  fc.assert(
    fc.property(hexColor, (hex) => {
      expect(toHex(fromHsl(toHsl(parseHex(hex))))).toBe(hex)
    }),
  )
})

it.each([
  // Yellow on paper becomes darker, navy on a dark surface lighter, and what is readable stays.
  ['#ffd400', '#fdf6e3', 3],
  ['#0b1f4f', '#002b36', 3],
  ['#ffffff', '#ffffff', 3],
  ['#000000', '#002b36', 3],
  ['#c8102e', '#ffffff', 4.5],
])('makes %s readable on %s', (color, surface, ratio) => {
  const adjusted = withContrast(color, surface, ratio)
  expect(contrastRatio(adjusted, surface)).toBeGreaterThanOrEqual(ratio)
})

it('keeps a color that is readable already', () => {
  expect(withContrast('#c8102e', '#ffffff', 4.5)).toBe('#c8102e')
})

it('reaches the ratio for any color on any surface', () => {
  fc.assert(
    fc.property(hexColor, hexColor, (color, surface) => {
      expect(contrastRatio(withContrast(color, surface, 3), surface)).toBeGreaterThanOrEqual(3)
    }),
  )
})

it('keeps the hue', () => {
  const [hue] = toHsl(parseHex(withContrast('#ffd400', '#fdf6e3', 3)))
  expect(hue).toBeCloseTo(toHsl(parseHex('#ffd400'))[0], 0)
})
