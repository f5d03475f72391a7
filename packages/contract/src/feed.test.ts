import { describe, expect, it } from 'vitest'
import { createPost } from './feed.ts'
import { CommentPath, FeedQuery, ItemPath, OptionTexts } from './feed-fields.ts'
import { FeedItem } from './feed-items.ts'
import { createProposal } from './proposals.ts'

const messagesOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message)

const aPost = {
  type: 'post',
  id: 7,
  user: 'Rosa Field',
  by_league: false,
  pinned: false,
  created_at: '2026-10-04T17:00:00.000Z',
  can_delete: true,
  content: 'Kickoff',
  likes_count: 0,
  comments_count: 0,
  liked: false,
  comments_preview: [],
}

describe('the number of an item', () => {
  it('is read from the digits in the path', () => {
    expect(ItemPath.parse({ league: 'Sunday', id: '7' })).toEqual({ league: 'Sunday', id: 7 })
    expect(CommentPath.parse({ league: 'Sunday', id: '7', comment: '12' }).comment).toBe(12)
  })

  it.each(['0', '-1', '1.5', '1e3', ' 7', 'seven', '', '2147483648', '99999999999999999999'])(
    'is not %j',
    (id) => expect(ItemPath.safeParse({ league: 'Sunday', id }).success).toBe(false),
  )
})

describe('the page of a feed', () => {
  it('has 60 items unless it is asked for another number', () => {
    expect(FeedQuery.parse({}).limit).toBe(60)
    expect(FeedQuery.parse({ limit: '2' }).limit).toBe(2)
  })

  it.each(['0', '101', '-5', 'many', '1.5'])('has never %s items', (limit) => {
    expect(FeedQuery.safeParse({ limit }).success).toBe(false)
  })
})

describe('where a page begins and what it shows', () => {
  it('is the place of the last item before, and one type or all', () => {
    const query = { before: '0.1791743400000.12', type: 'media' as const }
    expect(FeedQuery.parse(query)).toEqual({ limit: 60, ...query })
  })

  it.each(['', '12', '2.1.1', '0.1', '0.-1.1', '0.1.1.1', '0.1e3.1', 'null'])('is not %j', (before) => {
    expect(FeedQuery.safeParse({ before }).success).toBe(false)
  })
})

describe('the text of a post', () => {
  const { body } = createPost.schema

  it('is trimmed', () => expect(body.parse({ content: '  Hello \n' }).content).toBe('Hello'))

  it('has 1 to 5,000 characters', () => {
    expect(messagesOf(body.safeParse({ content: ' \n ' }))).toEqual(['Write something first.'])
    expect(body.safeParse({ content: 'a'.repeat(5000) }).success).toBe(true)
    expect(messagesOf(body.safeParse({ content: 'a'.repeat(5001) }))).toEqual([
      'A text has at most 5,000 characters.',
    ])
  })
})

describe('a proposal', () => {
  const { body } = createProposal.schema

  it('is anonymous unless it says otherwise', () => {
    expect(body.parse({ question: 'More bench?', options: ['Yes', 'No'] }).anonymous).toBe(true)
    expect(body.parse({ question: 'More bench?', options: ['Yes', 'No'], anonymous: false }).anonymous).toBe(
      false,
    )
  })

  it.each([
    [['Yes'], 'A proposal needs at least two options.'],
    [['Yes', ' '], 'Every option needs a text.'],
    [['Yes', ' Yes '], 'Two options are the same.'],
    [['Yes', 'n'.repeat(121)], 'An option has at most 120 characters.'],
    [Array.from({ length: 13 }, (_, index) => `${index}`), 'A proposal has at most 12 options.'],
  ])('refuses the options %j', (options, sentence) => {
    expect(messagesOf(OptionTexts.safeParse(options))).toEqual([sentence])
  })
})

describe('an item of the feed', () => {
  it('is told by its type', () => {
    expect(FeedItem.parse(aPost)).toEqual(aPost)
    expect(FeedItem.safeParse({ ...aPost, type: 'media' }).success).toBe(false)
    expect(FeedItem.safeParse({ ...aPost, type: 'rumor' }).success).toBe(false)
  })
})
