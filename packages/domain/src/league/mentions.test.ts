import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanMentions,
  findMentionProblem,
  findMentionQuery,
  insertMention,
  isMentionRange,
  MAX_MENTIONS,
  type Mention,
  type MentionedText,
  matchName,
  shiftRanges,
  sortRanges,
} from './mentions.ts'
import { splitText } from './text-links.ts'

const ADA = { kind: 'member', id: 7 } as const

/** A text with the mention of each name in brackets, such as `Hi [@Ada Quill]!`. */
function parse(marked: string): { text: string; mentions: Mention[] } {
  const mentions: Mention[] = []
  let text = ''
  for (const [index, part] of marked.split(/[[\]]/).entries()) {
    if (index % 2 === 1) mentions.push({ ...ADA, id: index, start: text.length, length: part.length })
    text += part
  }
  return { text, mentions }
}

const textOf = (text: string, { start, length }: { start: number; length: number }) =>
  text.slice(start, start + length)

/** A text that contains emoji, accents and surrogate pairs between mentions. */
const mentionedText = fc
  .array(
    fc.record({
      before: fc.string({ unit: fc.constantFrom('a', ' ', '\n', '@', '😀', 'é', '👩‍👧') }),
      name: fc.string({ unit: fc.constantFrom('A', 'b', ' ', '🏈', 'ö'), minLength: 1 }),
    }),
    { maxLength: 5 },
  )
  .map((pieces) => parse(pieces.map(({ before, name }) => `${before}[@x${name}]`).join('')))

describe('findMentionProblem', () => {
  it.each([
    'Hi [@Ada Quill]!',
    '[@Ada][@Bo]',
    '😀 [@Ada 🏈] and [@Zoë] 👩‍👧',
    'No mention of me@example.org',
  ])('accepts the mentions of %j', (marked) => {
    const { text, mentions } = parse(marked)
    expect(findMentionProblem(text, mentions.toReversed())).toBe(null)
  })

  it.each([
    ['outside', 'Hi @Ada', [{ start: 3, length: 5 }]],
    ['outside', '', [{ start: 0, length: 2 }]],
    [
      'overlap',
      '@Ada @Bo',
      [
        { start: 0, length: 5 },
        { start: 4, length: 2 },
      ],
    ],
    [
      'overlap',
      '@Ada',
      [
        { start: 0, length: 4 },
        { start: 0, length: 4 },
      ],
    ],
    ['not_a_mention', 'Hi Ada', [{ start: 3, length: 3 }]],
    ['not_a_mention', '@ Ada', [{ start: 0, length: 5 }]],
    ['not_a_mention', '@', [{ start: 0, length: 1 }]],
    ['not_a_mention', '@Ada\nQuill', [{ start: 0, length: 10 }]],
    // Half an emoji.
    ['not_a_mention', '@A😀', [{ start: 0, length: 3 }]],
    ['not_a_mention', `@${'a'.repeat(400)}`, [{ start: 0, length: 401 }]],
  ] as const)('finds what is %s in %j', (problem, text, mentions) => {
    expect(findMentionProblem(text, mentions)).toBe(problem)
  })

  it.each([
    [0, 4, true],
    [-4, 4, false],
    [0, 0, false],
    [0, -1, false],
    [1, 3, false],
    [0, 5, false],
  ])('accepts as a range of @Ada that from %d with the length %d: %s', (start, length, expected) => {
    expect(isMentionRange('@Ada', { start, length })).toBe(expected)
  })

  it('limits the number of mentions', () => {
    const { text, mentions } = parse('[@Ada] '.repeat(MAX_MENTIONS + 1))
    expect(findMentionProblem(text, mentions.slice(1))).toBe(null)
    expect(findMentionProblem(text, mentions)).toBe('too_many')
  })

  it('accepts all texts with marked mentions', () => {
    fc.assert(
      fc.property(mentionedText, ({ text, mentions }) => {
        expect(findMentionProblem(text, mentions)).toBe(null)
      }),
    )
  })
})

describe('shiftRanges', () => {
  it.each([
    ['before it', 'Hi @Ada!', 'Oh, hi @Ada!', '@Ada'],
    ['after it', 'Hi @Ada!', 'Hi @Ada, and Bo!', '@Ada'],
    ['an emoji before it', '@Ada', '😀@Ada', '@Ada'],
    ['a part of it', 'Hi @Ada!', 'Hi @Ad!', undefined],
    ['something within it', 'Hi @Ada!', 'Hi @A-da!', undefined],
    ['the whole text', 'Hi @Ada!', 'Bye', undefined],
  ])('follows a change of %s', (_, before, after, expected) => {
    const range = { start: before.indexOf('@'), length: 4 }
    const [shifted] = shiftRanges([range], before, after)
    expect(shifted && textOf(after, shifted)).toBe(expected)
  })

  it('keeps what each range marks, whatever is replaced by what', () => {
    fc.assert(
      fc.property(
        mentionedText,
        fc.nat(),
        fc.nat(),
        fc.string({ unit: 'grapheme' }),
        (given, from, count, by) => {
          const { text, mentions } = given
          const at = from % (text.length + 1)
          const end = Math.min(text.length, at + (count % 8))
          const changed = text.slice(0, at) + by + text.slice(end)
          const shifted = shiftRanges(mentions, text, changed)
          for (const mention of shifted) {
            const before = mentions.find(({ id }) => id === mention.id)
            expect(before && textOf(text, before)).toBe(textOf(changed, mention))
          }
          const untouched = mentions.filter(({ start, length }) => start + length <= at || start >= end)
          // In 'aa', nobody can tell which letter was deleted, so a mention of it may be lost.
          const isClear =
            (at === text.length || !changed.startsWith(text.slice(0, at + 1))) &&
            (end === 0 || !changed.endsWith(text.slice(end - 1)))
          if (isClear) expect(shifted.length).toBeGreaterThanOrEqual(untouched.length)
          expect(sortRanges(shifted)).toEqual(shifted)
        },
      ),
    )
  })
})

describe('cleanMentions', () => {
  it('moves mentions with the text', () => {
    expect(cleanMentions(parse(' \n [@Ada] and [@Bo] \n'))).toEqual(parse('[@Ada] and [@Bo]'))
  })

  it('leaves out a mention whose end is cut off', () => {
    expect(cleanMentions(parse('Hi [@Ada ]'))).toEqual({ text: 'Hi @Ada', mentions: [] })
  })

  it('removes characters that change the direction, which the server does as well', () => {
    const typed = parse('\u202E \u2066[@Ada\u202C] and\u200F [@\u2067Bo]\u2069 ')
    expect(cleanMentions(typed)).toEqual(parse('[@Ada] and [@Bo]'))
  })
})

describe('findMentionQuery', () => {
  /** The caret is at the bar. */
  const find = (marked: string) => {
    const { text, mentions } = parse(marked.replace('|', ''))
    return findMentionQuery({ text, mentions }, marked.replaceAll(/[[\]]/g, '').indexOf('|'))
  }

  it.each([
    ['@|', { start: 0, query: '' }],
    ['Hi @ad|', { start: 3, query: 'ad' }],
    ['Hi @Ada Q|uill', { start: 3, query: 'Ada Q' }],
    ['(@ad|', { start: 1, query: 'ad' }],
    ['😀@ad|', { start: 2, query: 'ad' }],
    ['[@Ada] and @b|', { start: 9, query: 'b' }],
  ])('finds what is typed in %j', (marked, expected) => {
    expect(find(marked)).toEqual(expected)
  })

  it.each(['|@', 'Hi|', 'me@exa|mple.org', '@ ada|', '@ada\n|', '@ada  |', '[@Ada]|', `@${'a'.repeat(61)}|`])(
    'finds nothing in %j',
    (marked) => {
      expect(find(marked)).toBe(null)
    },
  )
})

describe('insertMention', () => {
  const insert = (value: MentionedText, caret: number, name: string) => {
    const query = findMentionQuery(value, caret)
    if (query === null) throw new Error('there is no mention to complete')
    return insertMention(value, query, caret, { ...ADA, name })
  }

  it('replaces what was typed, moves other mentions, and puts the caret after the space', () => {
    const given = parse('[@Bo], @ad and [@Cy]')
    const { text, mentions, caret } = insert(given, 8, 'Ada Quill')
    expect([text, caret]).toEqual(['@Bo, @Ada Quill and @Cy', 16])
    expect(mentions.map((mention) => [mention.id, textOf(text, mention)])).toEqual([
      [1, '@Bo'],
      [7, '@Ada Quill'],
      [3, '@Cy'],
    ])
  })

  it('adds a space unless there is one', () => {
    expect(insert(parse('@a'), 2, 'Ada')).toMatchObject({ text: '@Ada ', caret: 5 })
    expect(insert(parse('@a!'), 2, 'Ada')).toMatchObject({ text: '@Ada !', caret: 5 })
  })

  it('leaves all other mentions as they were', () => {
    fc.assert(
      fc.property(mentionedText, fc.nat(), (given, at) => {
        const caret = at % (given.text.length + 1)
        const query = findMentionQuery(given, caret)
        fc.pre(query !== null)
        const { text, mentions } = insertMention(given, query, caret, {
          kind: 'team',
          id: 1000,
          name: 'Ö 🏈',
        })
        expect(findMentionProblem(text, mentions.slice(0, MAX_MENTIONS))).toBe(null)
        for (const mention of mentions.filter(({ id }) => id !== 1000)) {
          const before = given.mentions.find(({ id }) => id === mention.id)
          expect(before && textOf(given.text, before)).toBe(textOf(text, mention))
        }
      }),
    )
  })
})

describe('splitText', () => {
  it('divides a text at its mentions', () => {
    const { text, mentions } = parse('Hi [@Ada], 😀[@Bo]')
    expect(splitText(text, mentions).map((part) => [part.text, part.range?.id])).toEqual([
      ['Hi ', undefined],
      ['@Ada', 1],
      [', 😀', undefined],
      ['@Bo', 3],
    ])
  })

  it('loses no character, whatever the ranges are', () => {
    const ranges = fc.array(fc.record({ start: fc.nat(40), length: fc.integer({ min: 1, max: 9 }) }))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), ranges, (text, given) => {
        const parts = splitText(text, given)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { start, text: part } of parts) expect(text.startsWith(part, start)).toBe(true)
      }),
    )
  })
})

describe('matchName', () => {
  it.each([
    ['Ada Quill', '', 0],
    ['Ada Quill', 'ada q', 0],
    ['Zoë Ångström', 'zoe a', 0],
    ['Ada Quill', 'QUI', 1],
    ["Pat O'Brien", 'o’br', 1],
    ['Ada (aquill)', 'aquill', 1],
    ['Ada Quill', 'uill', null],
    ['Ada Quill', 'bo', null],
  ] as const)('compares %j with %j', (name, query, expected) => {
    expect(matchName(name, query)).toBe(expected)
  })
})
