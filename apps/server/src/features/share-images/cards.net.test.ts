import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SHARE_FORMATS, SHARE_THEMES } from '@fieldhouse/contract/share-images'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Box, type Drawing, PALETTES, renderPng } from '../../drawing/picture.ts'
import { buildMatchupCard, buildRecapCard, CARD_LOGO, CARDS } from '../../testing/share-cards.ts'
import { drawCard } from './draw-card.ts'
import { type CardContent, logosOf } from './read-card-image.ts'

const REFERENCES = join(import.meta.dirname, 'references')
const REFERENCE_WIDTH = 160
/** The mean difference of a channel, of 255. Another version of the image library may round differently. */
const MAX_MEAN_DIFFERENCE = 3

let logo: Buffer
beforeAll(async () => {
  logo = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#d81b60' } })
    .webp()
    .toBuffer()
})

function draw(
  content: CardContent,
  format: (typeof SHARE_FORMATS)[number],
  theme: (typeof SHARE_THEMES)[number] = 'solarized-light',
): Drawing {
  return drawCard(
    {
      format,
      palette: PALETTES[theme],
      league: 'The Gridiron Supper Club',
      logos: new Map([[CARD_LOGO, logo]]),
    },
    content,
  )
}

const textsOf = (content: CardContent) => draw(content, 'wide').texts.map(({ text }) => text)

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const all = Object.entries(CARDS).flatMap(([name, content]) =>
  SHARE_FORMATS.map((format) => [name, format, content] as const),
)

describe.each(all)('%s, %s', (name, format, content) => {
  it('keeps every text inside the picture and apart from other texts', () => {
    const { texts, width, height } = draw(content, format)
    const clipped = texts.filter(
      (each) =>
        each.x < 10 || each.y < 10 || each.x + each.width > width - 10 || each.y + each.height > height - 10,
    )
    const overlapping = texts.flatMap((each, index) =>
      texts.slice(index + 1).flatMap((other) => (overlaps(each, other) ? [[each.text, other.text]] : [])),
    )
    expect([clipped, overlapping]).toEqual([[], []])
  })

  it('looks like its reference', async () => {
    const theme = SHARE_THEMES[Object.keys(CARDS).indexOf(name) % SHARE_THEMES.length] ?? 'neutral-pro'
    const png = await renderPng(draw(content, format, theme))
    const { width } = await sharp(png).metadata()
    expect(width).toBe(format === 'wide' ? 1200 : 1080)
    const file = join(REFERENCES, `${name.replaceAll(' ', '-')}-${format}.png`)
    const small = sharp(png).resize(REFERENCE_WIDTH)
    if (process.env['UPDATE_REFERENCES'] === '1') {
      mkdirSync(REFERENCES, { recursive: true })
      await small.clone().png({ palette: true, colors: 32, compressionLevel: 9 }).toFile(file)
    }
    expect(existsSync(file), 'run the test with UPDATE_REFERENCES=1, and look at the picture').toBe(true)
    const [pixels, reference] = await Promise.all([
      small.removeAlpha().raw().toBuffer(),
      sharp(file).removeAlpha().raw().toBuffer(),
    ])
    expect(pixels.length).toBe(reference.length)
    const difference = pixels.reduce(
      (sum, value, index) => sum + Math.abs(value - (reference[index] ?? 0)),
      0,
    )
    expect(difference / pixels.length).toBeLessThan(MAX_MEAN_DIFFERENCE)
  })
})

it('draws names of any script and emoji, and names a team Team of which nothing can be drawn', () => {
  const teams = ['Lund Ahoy 🏈', '🔥🔥🔥', '龍之隊', 'فريق النجوم', 'ทีมเสือ', 'הנשרים', '𒀀𒀁']
  const texts = teams.flatMap((name) => textsOf(buildMatchupCard({}, { name, logo: null })))
  expect(texts).toEqual(expect.arrayContaining([...teams.slice(0, -1), '🔥', '龍', 'Team']))
})

it.each([
  [{ espn_id: -16_003, player: 'Bears D/ST', points: 17 }, 'Bears D/ST'],
  // As Sleeper calls it.
  [{ espn_id: -16_003, player: 'Chicago Bears', points: 17 }, 'Bears D/ST'],
  [{ espn_id: 3_915_511, player: 'Josh Allen', points: 31 }, 'J. Allen'],
])('names the top scorer %j %s', (top_scorer, text) => {
  expect(textsOf(buildMatchupCard({}, { top_scorer }))).toContain(text)
})

it('names defenses by their team in trades and drafts', () => {
  for (const name of ['trade among three', 'draft of 4']) {
    const card = CARDS[name] ?? expect.fail()
    // Sleeper calls it Chicago Bears.
    expect(textsOf(card)).toContain('Bears D/ST')
  }
})

it.each([
  ['the winner and the margin', {}, { score: 107.32 }, { score: 106.32 }, 'Lund Ahoy 🏈 wins by 1.0'],
  ['a tie', { result: 'tie' as const }, { score: 90 }, { score: 90 }, 'It ends in a tie'],
  // The provider adjusted the result.
  ['a winner with fewer points', {}, { score: 90 }, { score: 95 }, 'Lund Ahoy 🏈 wins'],
])('says %s', (_, matchup, away, home, text) => {
  expect(textsOf(buildMatchupCard(matchup, away, home))).toContain(text)
})

it('shows projections before a game, and win probabilities that add up to 100', () => {
  const texts = textsOf(
    buildMatchupCard(
      { state: 'before', result: null },
      { proj: 98.76, win_chance: 0.645 },
      { win_chance: 0.355 },
    ),
  )
  expect(texts).toEqual(expect.arrayContaining(['98.8', 'Upcoming'.toUpperCase(), '65%', '35%']))
})

it('shows the logo of a team, or else its initials', () => {
  const { images, texts } = draw(buildMatchupCard(), 'wide')
  expect(images).toHaveLength(1)
  expect(texts.map(({ text }) => text)).toContain('TŁ')
  expect(logosOf(buildMatchupCard())).toEqual([CARD_LOGO, null])
  expect(logosOf(buildRecapCard()).filter((each) => each !== null)).toHaveLength(4)
})
