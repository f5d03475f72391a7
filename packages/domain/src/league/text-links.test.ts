import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayLink, findPreviewLink, findTextLinks, MAX_LINK_LENGTH, normalizeLink } from './text-links.ts'

const urlsIn = (text: string) => findTextLinks(text).map(({ url }) => url)

describe('findTextLinks', () => {
  it.each([
    ['https://example.org', ['https://example.org']],
    [
      'See https://example.org/a?b=c#d, then HTTP://example.com.',
      ['https://example.org/a?b=c#d', 'HTTP://example.com'],
    ],
    ['(https://example.org/a)', ['https://example.org/a']],
    [
      'https://en.wikipedia.org/wiki/Down_(gridiron_football)',
      ['https://en.wikipedia.org/wiki/Down_(gridiron_football)'],
    ],
    ['(https://example.org/a_(b)).', ['https://example.org/a_(b)']],
    ['“https://example.org/”', ['https://example.org/']],
    ['https://example.org/?!', ['https://example.org/']],
    ['https://spiele.example/über?liga=süd', ['https://spiele.example/über?liga=süd']],
    ['/?league=Sunday&tab=matchup', ['/?league=Sunday&tab=matchup']],
    ['line\n/?league=Sunday\nline', ['/?league=Sunday']],
    ['https://a.example https://b.example', ['https://a.example', 'https://b.example']],
    ['<https://example.org>', []],
    ['and/?league=Sunday', []],
    ['ftp://example.org javascript:alert(1) //example.org www.example.org', []],
    ['https:// http://', []],
    ['xhttps://example.org', []],
    ['https://[1::g]/', []],
  ])('finds the links of %s', (text, urls) => {
    expect(urlsIn(text)).toEqual(urls)
  })

  it('finds no link that is too long', () => {
    const url = (length: number) => 'https://example.org/'.padEnd(length, 'a')
    expect(urlsIn(url(MAX_LINK_LENGTH))).toHaveLength(1)
    expect(urlsIn(url(MAX_LINK_LENGTH + 1))).toEqual([])
  })

  it('returns where each link stands in the text, in order and without overlaps', () => {
    const word = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom('/?league=A', '(https://a.example/b_(c))', ',', 'touchdown', 'https://', '..', ')'),
      fc.string({ unit: 'grapheme' }),
    )
    const texts = fc.array(fc.tuple(word, fc.constantFrom(' ', '\n', '')), { maxLength: 6 })
    fc.assert(
      fc.property(texts, (words) => {
        const text = words.flat().join('')
        let end = 0
        for (const link of findTextLinks(text)) {
          expect(link.start).toBeGreaterThanOrEqual(end)
          expect(text.slice(link.start, link.end)).toBe(link.url)
          expect(URL.canParse(link.url, 'https://site.example')).toBe(true)
          end = link.end
        }
      }),
    )
  })

  it('finds a web address between other words as a whole', () => {
    const url = fc.webUrl({ withQueryParameters: true }).filter((text) => /[\p{L}\p{N}/]$/u.test(text))
    fc.assert(
      fc.property(url, (address) => {
        fc.pre(!/["'<>]/.test(address))
        expect(urlsIn(`Look at this: ${address}, folks`)).toEqual([address])
      }),
    )
  })

  it('reads a text of brackets in one pass', () => {
    expect(urlsIn(`https://example.org/${'('.repeat(1000)}${')'.repeat(1500)}`)).toHaveLength(1)
    expect(urlsIn('https://'.repeat(200))).toHaveLength(1)
  })
})

describe('findPreviewLink', () => {
  const OWN = ['league.example', 'localhost:3000']

  it.each([
    ['Read https://news.example/a?b=1#top.', 'https://news.example/a?b=1'],
    ['http://news.example and https://other.example', 'https://news.example/'],
    ['https://league.example/?league=A https://news.example/a', 'https://news.example/a'],
    ['/?league=A http://localhost:3000/x https://news.example/a', 'https://news.example/a'],
    ['https://ada:secret@news.example/ https://news.example:8443/ https://nas/ no link', null],
    ['HTTPS://NEWS.example/A', 'https://news.example/A'],
  ])('finds the link of %j to another host', (text, url) => {
    expect(findPreviewLink(text, OWN)).toBe(url)
  })
})

describe('normalizeLink', () => {
  it('returns the same URL for what it has returned', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const link = normalizeLink(url)
        if (link === null) return
        expect(normalizeLink(link)).toBe(link)
        expect(new URL(link)).toMatchObject({ protocol: 'https:', hash: '', port: '' })
      }),
    )
  })

  it.each(['', 'javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.example', 'https://', '//a.example'])(
    'returns null for %j',
    (url) => expect(normalizeLink(url)).toBeNull(),
  )
})

describe('displayLink', () => {
  it.each([
    ['https://example.org/über?q=пример', 'https://example.org/über?q=пример'],
    ['https://www.müller.example/', 'https://www.müller.example/'],
    ['https://пример.рф/страница', 'https://пример.рф/страница'],
    ['https://日本ニュース.example:8080/', 'https://日本ニュース.example:8080/'],
    ['https://네이버.com', 'https://네이버.com'],
    ['https://example。org/', 'https://example。org/'],
    ['www.example.org', 'www.example.org'],
    ['http://[::1]/', 'http://[::1]/'],
    ['https://аррӏе.com/login', 'https://xn--80ak6aa92e.com/login'],
    ['HTTPS://exаmple.org', 'HTTPS://xn--exmple-4nf.org'],
    ['www.раураl.com/?a', 'www.xn--l-7sba6dbr.com/?a'],
    ['https://ada@example.οrg:444/a#b', 'https://ada@example.xn--rg-ibc:444/a#b'],
    ['https://example.org⁄login.evil.example/', 'https://example.xn--orglogin-g03d.evil.example/'],
    ['ada@exаmple.org', 'ada@xn--exmple-4nf.org'],
  ])('shows %s as %s', (link, shown) => {
    expect(displayLink(link)).toBe(shown)
  })
})
