import { expect, it } from 'vitest'
import { ProviderError } from '../provider-error.ts'
import { parseRss } from './rss.ts'

const feed = (declarations: string, title: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss [${declarations}]><rss><channel><item><title>${title}</title><link>https://a.example</link><pubDate>x</pubDate></item></channel></rss>`

/** The titles, or none where the whole feed is refused. */
function titlesIn(text: string): string[] {
  try {
    return parseRss(text).map(({ title }) => title)
  } catch (error) {
    if (error instanceof ProviderError) return []
    throw error
  }
}

it.each(['SYSTEM "file:///etc/passwd"', 'PUBLIC "x" "http://127.0.0.1/"'])(
  'reads nothing that a feed names with an entity %s',
  (place) => {
    const titles = titlesIn(feed(`<!ENTITY inside ${place}>`, 'a &inside; b'))
    expect(titles.join('')).not.toMatch(/root:|<html/)
    expect(titles.every((title) => title === 'a &inside; b')).toBe(true)
  },
)

it('is not made to write a book by entities within entities', () => {
  const letters = 'abcdefghijkl'.split('')
  const declarations = letters.map(
    (letter, at) => `<!ENTITY ${letter} "${at === 0 ? 'lol' : `&${letters[at - 1]};`.repeat(10)}">`,
  )
  const titles = titlesIn(feed(declarations.join(''), '&l;'))
  expect(titles.join('').length).toBeLessThan(100_000)
})
