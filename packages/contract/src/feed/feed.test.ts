import { describe, expect, it } from 'vitest'
import { deleteItemComment } from './comments.ts'
import { createPost, likePost } from './feed.ts'
import { createProposal, FeedItem, FeedQuery, OptionTexts } from './items.ts'

const messagesOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message)

const POST = {
  type: 'post',
  version: 1,
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

describe('the addresses of items and comments', () => {
  const ItemPath = likePost.schema.params
  const CommentPath = deleteItemComment.schema.params

  it('parses item and comment IDs from digits in the path', () => {
    expect(ItemPath.parse({ league: 'Sunday', id: '7' })).toEqual({ league: 'Sunday', id: 7 })
    expect(CommentPath.parse({ league: 'Sunday', id: '7', comment: '12' }).comment).toBe(12)
  })

  it.each(['0', '-1', '1.5', '1e3', ' 7', 'seven', '', '2147483648', '99999999999999999999'])(
    'rejects the ID %j',
    (id) => expect(ItemPath.safeParse({ league: 'Sunday', id }).success).toBe(false),
  )
})

describe('FeedQuery', () => {
  it('defaults to a limit of 60 items', () => {
    expect(FeedQuery.parse({}).limit).toBe(60)
    expect(FeedQuery.parse({ limit: '2' }).limit).toBe(2)
  })

  it.each(['0', '101', '-5', 'many', '1.5'])('rejects the limit %s', (limit) => {
    expect(FeedQuery.safeParse({ limit }).success).toBe(false)
  })
})

describe('FeedQuery cursor', () => {
  it('accepts a cursor and an item type', () => {
    const query = { before: '0.1791743400000.12', type: 'media' as const }
    expect(FeedQuery.parse(query)).toEqual({ limit: 60, ...query })
  })

  it.each(['', '12', '2.1.1', '0.1', '0.-1.1', '0.1.1.1', '0.1e3.1', 'null'])(
    'rejects the cursor %j',
    (before) => {
      expect(FeedQuery.safeParse({ before }).success).toBe(false)
    },
  )
})

describe('createPost body', () => {
  const { body } = createPost.schema

  it('trims the content', () => expect(body.parse({ content: '  Hello \n' }).content).toBe('Hello'))

  it('accepts 1 to 5,000 characters', () => {
    expect(messagesOf(body.safeParse({ content: ' \n ' }))).toEqual(['Write something first.'])
    expect(body.safeParse({ content: 'a'.repeat(5000) }).success).toBe(true)
    expect(messagesOf(body.safeParse({ content: 'a'.repeat(5001) }))).toEqual([
      'Keep your text to 5,000 characters or fewer.',
    ])
  })
})

describe('createProposal body', () => {
  const { body } = createProposal.schema

  it('makes proposals anonymous by default', () => {
    expect(body.parse({ question: 'More bench?', options: ['Yes', 'No'] }).anonymous).toBe(true)
    expect(body.parse({ question: 'More bench?', options: ['Yes', 'No'], anonymous: false }).anonymous).toBe(
      false,
    )
  })

  it.each([
    [['Yes'], 'Add at least two options.'],
    [['Yes', ' '], 'Fill in every option.'],
    [['Yes', ' Yes '], 'Each option must be different.'],
    [['Yes', 'n'.repeat(121)], 'Keep each option to 120 characters or fewer.'],
    [Array.from({ length: 13 }, (_, index) => `${index}`), 'Add at most 12 options.'],
  ])('rejects the options %j', (options, message) => {
    expect(messagesOf(OptionTexts.safeParse(options))).toEqual([message])
  })
})

describe('FeedItem', () => {
  it('selects the schema by the item type and rejects unknown types', () => {
    expect(FeedItem.parse(POST)).toEqual(POST)
    expect(FeedItem.safeParse({ ...POST, type: 'media' }).success).toBe(false)
    expect(FeedItem.safeParse({ ...POST, type: 'rumor' }).success).toBe(false)
  })
})
