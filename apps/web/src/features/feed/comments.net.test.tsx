import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildComment, buildMediaItem, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { Comments } from './comments.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { Comment } from './use-feed.ts'

const FIRST = buildComment({ id: 11, author: 'Ada Quill', body: 'Frist' })
/** A reply that the user may still edit. */
const REPLY = buildComment({
  id: 12,
  author: 'Dario Finch',
  body: 'Secnod',
  reply_to: { id: 11, author: 'Ada Quill' },
  edit: { until: new Date(Date.now() + 600_000).toISOString(), version: 3 },
})

const OPERATIONS = {
  upload: {
    list: 'GET /api/league/:league/social/items/:id/comments/',
    edit: 'POST /api/league/:league/social/items/:id/comments/:comment/edit/',
    react: 'POST /api/league/:league/social/items/:id/comments/:comment/react/',
    params: { league: 'Sunday', id: '7' },
  },
  trade: {
    list: 'GET /api/league/:league/trades/:season/:trade/comments/',
    edit: 'POST /api/league/:league/trades/:season/:trade/comments/:comment/edit/',
    react: 'POST /api/league/:league/trades/:season/:trade/comments/:comment/react/',
    params: { league: 'Sunday', season: '2026', trade: 'swap-1' },
  },
} as const

const PLACES = ['upload', 'trade'] as const

async function renderComments(place: (typeof PLACES)[number], responses: FakeResponses = {}) {
  const { list } = OPERATIONS[place]
  let comments: Comment[] = [FIRST, REPLY]
  const media = buildMediaItem({ id: 7, comments_count: 2, comments_preview: comments })
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': respondOnce([media]),
    [list]: () => ({ comments }),
    ...responses,
  })
  const rendered = await renderWithClient(
    place === 'upload' ? (
      <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />
    ) : (
      <Comments
        league="Sunday"
        user="Dario Finch"
        discussion={{ type: 'trade', season: 2026, id: 'swap-1' }}
      />
    ),
  )
  return {
    ...rendered,
    sent: (key: string) => server.requests.filter((request) => request.key === key),
    store: (stored: Comment[]) => {
      comments = stored
    },
  }
}

describe.each(PLACES)('a comment on an item of the kind %s', (place) => {
  const { edit, react, params } = OPERATIONS[place]

  it('is edited with the keyboard, and marked as edited', async () => {
    const edited = { ...REPLY, body: 'Second', edited_at: new Date().toISOString() }
    const { screen, sent } = await renderComments(place, { [edit]: edited })
    const button = screen.getByRole('button', { name: 'Edit comment, 10 min left' })
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const field = screen.getByLabelText('Edit your comment')
    await expect.element(field).toHaveFocus()
    await field.fill('Second')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText('Second', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('edited')).toBeVisible()
    expect(sent(edit)).toMatchObject([
      { params: { ...params, comment: '12' }, body: { body: 'Second', version: 3 } },
    ])
  })

  it('is reacted to with the keyboard', async () => {
    const given = {
      reactions: [{ reaction: 'fire', count: 1, names: ['Dario Finch'] }],
      my_reactions: ['fire'],
    }
    const { screen, sent } = await renderComments(place, { [react]: given })
    const open = screen.getByRole('button', { name: 'React to comment by Ada Quill' })
    await expect.element(open).toBeVisible()
    ;(open.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Laugh' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    const fire = screen.getByRole('button', { name: 'Fire, 1' })
    await expect.element(fire).toHaveAttribute('aria-pressed', 'true')
    await expect.element(fire).toHaveAccessibleDescription('Dario Finch')
    expect(sent(react)).toMatchObject([
      { params: { ...params, comment: '11' }, body: { reaction: 'fire', on: true } },
    ])
  })

  it('shows the edit and the reaction of somebody else when an event says so', async () => {
    const { screen, client, store } = await renderComments(place)
    await expect.element(screen.getByText('Frist')).toBeVisible()
    const changed: Comment = {
      ...FIRST,
      body: 'First',
      edited_at: new Date().toISOString(),
      reactions: [{ reaction: 'wow', count: 1, names: ['Rowan Pike'] }],
      my_reactions: [],
    }
    store([changed, REPLY])
    handleFeedEvent(
      client,
      'Sunday',
      place === 'trade'
        ? { change: 'changed', type: 'trade', id: 90, version: 3, trade: { season: 2026, id: 'swap-1' } }
        : {
            change: 'changed',
            type: 'media',
            id: 7,
            version: 2,
            changes: { comments_count: 2, comments_preview: [changed, REPLY] },
            changed_comment: 11,
          },
    )
    await expect.element(screen.getByText('First', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('edited')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Wow, 1' })).toBeVisible()
  })
})
