import { expect, it } from 'vitest'
import { ProviderError } from './http/attempts.ts'
import { parseRss } from './rss.ts'

const feed = (declarations: string, title: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss [${declarations}]><rss><channel><item><title>${title}</title><link>https://a.example</link><pubDate>x</pubDate></item></channel></rss>`

/** Returns the titles, or none when the whole feed is rejected. */
function titlesIn(text: string): string[] {
  try {
    return parseRss(text).map(({ title }) => title)
  } catch (error) {
    if (error instanceof ProviderError) return []
    throw error
  }
}

it.each(['SYSTEM "file:///etc/passwd"', 'PUBLIC "x" "http://127.0.0.1/"'])(
  'does not resolve an external entity %s',
  (identifier) => {
    const titles = titlesIn(feed(`<!ENTITY inside ${identifier}>`, 'a &inside; b'))
    expect(titles.join('')).not.toMatch(/root:|<html/)
    expect(titles.every((title) => title === 'a &inside; b')).toBe(true)
  },
)

it('limits the expansion of nested entities', () => {
  const names = 'abcdefghijkl'.split('')
  const declarations = names.map(
    (name, index) => `<!ENTITY ${name} "${index === 0 ? 'lol' : `&${names[index - 1]};`.repeat(10)}">`,
  )
  const titles = titlesIn(feed(declarations.join(''), '&l;'))
  expect(titles.join('').length).toBeLessThan(100_000)
})
