import { describe, expect, it } from 'vitest'
import { adoptedOption, compareRules, mergeRules, type RuleSection } from './rules.ts'

const NOW = new Date('2026-10-11T18:30:00Z')

describe('adoptedOption', () => {
  const options = (votes: Record<string, number>) =>
    Object.entries(votes).map(([text, count]) => ({ text, votes: count }))

  it.each([
    ['one option has the most votes', 0, { Yes: 3, No: 2 }, 'Yes'],
    ['an option other than yes or no wins', 0, { $50: 1, $100: 4, 'No change for now': 0 }, '$100'],
    ['voting is still open', 1, { Yes: 3, No: 2 }, null],
    ['nobody has voted', 0, { Yes: 0, No: 0 }, null],
    ['two options are tied', 0, { Yes: 2, No: 2 }, null],
    ['the vote rejects the proposal', 0, { Yes: 1, 'No.': 2 }, null],
    ['the vote is against', 0, { For: 1, Against: 2 }, null],
    [
      'the option only begins like a no',
      0,
      { 'No trades after week 10': 2, Yes: 1 },
      'No trades after week 10',
    ],
  ])('returns what was decided when %s', (_, closesInMs, votes, expected) => {
    const result = { closesAt: NOW.getTime() + closesInMs, options: options(votes) }
    expect(adoptedOption(result, NOW)?.text ?? null).toBe(expected)
  })

  it('returns null for a proposal that stays open', () => {
    expect(adoptedOption({ closesAt: null, options: options({ Yes: 3, No: 0 }) }, NOW)).toBeNull()
  })
})

describe('compareRules', () => {
  const section = (id: number, body = `Text ${id}`): RuleSection => ({ id, heading: `Section ${id}`, body })
  const summarize = (before: RuleSection[], after: RuleSection[]) =>
    compareRules(before, after).map(({ id, kind, hasMoved }) => `${id} ${kind}${hasMoved ? ' moved' : ''}`)

  it('finds added, removed and changed sections in the order of the newer version', () => {
    expect(
      summarize([section(1), section(2), section(3)], [section(1), section(3, 'New text'), section(4)]),
    ).toEqual(['1 same', '2 removed', '3 changed', '4 added'])
  })

  it('shows a removed first section first', () => {
    expect(summarize([section(1), section(2)], [section(2)])).toEqual(['1 removed', '2 same'])
  })

  it('keeps the order of several removed sections', () => {
    expect(summarize([section(1), section(2), section(3)], [section(1)])).toEqual([
      '1 same',
      '2 removed',
      '3 removed',
    ])
  })

  it('marks only the section that was moved', () => {
    expect(
      summarize(
        [section(1), section(2), section(3), section(4)],
        [section(4), section(1), section(2), section(3)],
      ),
    ).toEqual(['4 same moved', '1 same', '2 same', '3 same'])
  })

  it('finds a changed heading', () => {
    expect(summarize([section(1)], [{ ...section(1), heading: 'Draft' }])).toEqual(['1 changed'])
  })

  it('has nothing to say about two empty versions', () => {
    expect(compareRules([], [])).toEqual([])
  })
})

describe('mergeRules', () => {
  const section = (id: number | null, body = `Text ${id}`) => ({ id, heading: `Section ${id}`, body })
  const base = [section(1), section(2), section(3)]
  const texts = (sections: ReturnType<typeof mergeRules>) => sections?.map(({ body }) => body) ?? null

  it.each([
    [
      'different sections',
      [section(1, 'Theirs'), section(2), section(3)],
      [section(1), section(2, 'Mine'), section(3)],
      ['Theirs', 'Mine', 'Text 3'],
    ],
    [
      'new sections at both ends',
      [section(4, 'New'), ...base],
      [...base, section(null, 'Also new')],
      ['New', 'Text 1', 'Text 2', 'Text 3', 'Also new'],
    ],
    [
      'a section that I removed',
      [section(1, 'Theirs'), section(2), section(3)],
      [section(1), section(2)],
      ['Theirs', 'Text 2'],
    ],
    [
      'a section that they removed',
      [section(1), section(3)],
      [section(1), section(2), section(3, 'Mine')],
      ['Text 1', 'Mine'],
    ],
    [
      'the same change',
      [section(1, 'Both'), section(2), section(3)],
      [section(1, 'Both'), section(2), section(3)],
      ['Both', 'Text 2', 'Text 3'],
    ],
    [
      'my new order',
      [section(1, 'Theirs'), section(2), section(3)],
      [section(3), section(1), section(2)],
      ['Text 3', 'Theirs', 'Text 2'],
    ],
  ])('joins edits of %s', (_, theirs, mine, expected) => {
    expect(texts(mergeRules(base, theirs, mine))).toEqual(expected)
  })

  it.each([
    [
      'change the same section',
      [section(1, 'Theirs'), section(2), section(3)],
      [section(1, 'Mine'), section(2), section(3)],
    ],
    ['change and remove a section', [section(2), section(3)], [section(1, 'Mine'), section(2), section(3)]],
    ['remove and change a section', [section(1, 'Theirs'), section(2), section(3)], [section(2), section(3)]],
  ])('leaves it to people when two edits %s', (_, theirs, mine) => {
    expect(mergeRules(base, theirs, mine)).toBeNull()
  })
})
