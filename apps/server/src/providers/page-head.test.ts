import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePageHead } from './link-previews.ts'

const NOTHING = { title: null, description: null, siteName: null, image: null, isPrivate: false }

describe('parsePageHead', () => {
  it.each([
    ['<title>Week 7 &amp; more</title>', { title: 'Week 7 & more' }],
    ['<TITLE lang=en>A</TITLE><title>B</title>', { title: 'A' }],
    ['<title>A</title><meta property="og:title" content="B">', { title: 'B' }],
    [`<meta content='It"s' name='twitter:title'>`, { title: 'It"s' }],
    ['<meta property=og:title content=Bare>', { title: 'Bare' }],
    ['<meta property="og:title" content="1 > 0">', { title: '1 > 0' }],
    ['<meta property="og:title" content=""><title>A</title>', { title: 'A' }],
    ['<meta property="og:title" content="A"><meta property="og:title" content="B">', { title: 'A' }],
    [
      '<meta name="description" content="D"><meta property="og:description" content="E">',
      { description: 'E' },
    ],
    ['<meta property="og:site_name" content="The Paper">', { siteName: 'The Paper' }],
    ['<meta property="og:image" content="/a.png">', { image: '/a.png' }],
    ['<meta name="robots" content="noarchive, NoSnippet">', { isPrivate: true }],
    ['<!-- <title>No</title> --><title>Yes</title>', { title: 'Yes' }],
    ['<script>"<title>No</title>"</script><title>Yes</title>', { title: 'Yes' }],
    ['<svg><title>No</title></svg><title>Yes</title>', { title: 'Yes' }],
    ['<title><b>Not markup</b></title>', { title: '<b>Not markup</b>' }],
    ['<body><title>No</title>', {}],
    ['<title>&#x41;&#66;&lsquo;&unknown;&#0;&#xD800;&amp;lt;</title>', { title: 'AB‘&unknown;��&lt;' }],
    ['<title>Never closed', { title: 'Never closed' }],
    ['<meta property="og:title" content="Never closed', {}],
    ['', {}],
    ['< <> </ <!-- <meta', {}],
    ['<meta property="__proto__" content="x"><meta property="constructor" content="y">', {}],
  ])('reads %s', (html, head) => {
    expect(parsePageHead(html)).toEqual({ ...NOTHING, ...head })
  })

  it('reads any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '<!--',
        '-->',
        '<meta ',
        '<title>',
        '</title',
        '<script>',
        'İ',
      ),
      fc.constantFrom('property=', 'content=', 'og:title', '/', ' '),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { title } = parsePageHead(pieces.join(''))
        expect(title === null || typeof title === 'string').toBe(true)
      }),
    )
  })

  it.each(['<', '<a', '<!--', '<meta ', '<meta a=">', '<title>', '<script>', '<!', '="', '<meta a=b '])(
    'reads a megabyte of %s in one pass',
    (piece) => {
      const html = piece.repeat(1_000_000 / piece.length)
      expect(parsePageHead(html).description).toBeNull()
    },
  )

  it('reads a megabyte of elements that are opened and closed under other names in a moment', () => {
    const start = performance.now()
    parsePageHead('<i>'.repeat(150_000) + '</b>'.repeat(120_000))
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
