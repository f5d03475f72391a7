import { readFileSync } from 'node:fs'
import { contrastRatio } from '@fieldhouse/domain/colors/color'
import { describe, expect, it } from 'vitest'
import { PALETTES } from './palette.ts'
import { createPicture, wrapText } from './picture.ts'
import { outlineOf, toDrawable, widthOf } from './typeface.ts'

const THEMES_CSS = new URL('../../../web/src/theme/themes.css', import.meta.url)

describe('the typeface', () => {
  it.each(['Łódź', 'Zażółć', 'Çağla', 'Ørsted', 'Ωmega Αθήνα', 'Жуки Їжак', 'Nguyễn', '10–2 “½” …'])(
    'draws %s completely',
    (text) => {
      expect(toDrawable(text)).toBe(text)
      expect(outlineOf({ text, size: 20, weight: 700 }, 0, 0)).toContain('<path')
    },
  )

  it.each([
    ['Lund 🏈 Ahoy', 'Lund Ahoy'],
    ['👨‍👩‍👧 Family', 'Family'],
    ['🔥🔥', ''],
    ['東京 Tigers', 'Tigers'],
    ['a\n\u0007b\u202e', 'a b'],
    ['e\u0301', 'é'],
    ['Ἀθήνα', 'Αθήνα'],
  ])('leaves out of %j what it does not have', (text, drawable) => {
    expect(toDrawable(text)).toBe(drawable)
  })

  it('draws texts of several alphabets as wide as their parts', () => {
    const width = (text: string) => widthOf({ text, size: 40, weight: 500 })
    expect(width('Жук Ωmega')).toBeCloseTo(width('Жук') + width(' ') + width('Ω') + width('mega'), 1)
  })
})

describe('a picture', () => {
  it('makes a long text smaller, then cuts it', () => {
    const picture = createPicture(400, 100, '#ffffff')
    const draw = (text: string, minSize: number) =>
      picture.text(text, { x: 0, y: 50, size: 30, minSize, color: '#000000', maxWidth: 120 })
    expect(draw('Lund Ahoy', 20)).toBeLessThanOrEqual(120)
    expect(draw('The Extraordinarily Long Name', 20)).toBeLessThanOrEqual(120.1)
    expect(picture.finish().texts.map(({ text }) => text)).toEqual([
      'Lund Ahoy',
      expect.stringMatching(/^The E\w+…$/),
    ])
  })

  it('contains no text that could be markup', () => {
    const picture = createPicture(400, 100, '#ffffff')
    picture.text('<script>&amp;', { x: 0, y: 50, size: 30, color: '#000000' })
    expect(picture.finish().svg).not.toMatch(/script|&/)
  })

  it('wraps a text into two lines of about the same width', () => {
    const wrapped = wrapText('The Extraordinarily Long Winded', { size: 30, weight: 700, maxWidth: 260 })
    expect(wrapped).toEqual({ lines: ['The Extraordinarily', 'Long Winded'], size: 30 })
    expect(wrapText('Short', { size: 30, weight: 700, maxWidth: 260 }).lines).toEqual(['Short'])
  })
})

describe.each(Object.entries(PALETTES))('the palette %s', (theme, palette) => {
  it('has the colors of the theme in the web app', () => {
    const css = readFileSync(THEMES_CSS, 'utf8')
    const [, block = ''] = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]+)\\}`).exec(css) ?? []
    const colorOf = (role: string) => new RegExp(`--${role}: (#[0-9a-f]{6});`).exec(block)?.[1]
    expect(palette).toEqual({
      surface: colorOf('surface'),
      raised: colorOf('surface-raised'),
      sunken: colorOf('surface-sunken'),
      line: colorOf('line'),
      ink: colorOf('ink'),
      muted: colorOf('ink-muted'),
      accent: colorOf('accent'),
      accentInk: colorOf('accent-ink'),
      good: colorOf('good'),
      bad: colorOf('bad'),
      warn: colorOf('warn'),
      gold: colorOf('gold'),
    })
  })

  it('has text of enough contrast', () => {
    for (const surface of [palette.surface, palette.raised])
      for (const text of [palette.ink, palette.muted, palette.warn])
        expect(contrastRatio(text, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(palette.surface, palette.bad)).toBeGreaterThanOrEqual(4.5)
  })
})
