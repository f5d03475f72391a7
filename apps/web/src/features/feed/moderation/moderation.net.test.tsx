import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FakeResponses, fakeServer } from '../../../testing/fake-server.ts'
import { buildComment, buildPost } from '../../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { Comments } from '../comments.tsx'
import { LeagueSocialTab } from '../league-social-tab.tsx'
import type { FeedItem } from '../use-feed.ts'
import { ModerationSection } from './moderation-section.tsx'
import { MutesSection } from './mutes-section.tsx'

const KEY = '/api/league/:league/social/moderation/:kind/:id/'
const HIDDEN = { reason: 'Too personal', at: '2026-11-20T12:00:00Z' }
const OTHERS = {
  is_mine: false,
  author: 'Ada Quill',
  is_muted: false,
  is_hidden: false,
  can_hide: false,
  report: null,
}

async function renderFeed(item: FeedItem, responses: FakeResponses = {}, isAdmin = false) {
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': { items: [item], next: null },
    ...responses,
  })
  const { screen } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={isAdmin} />,
  )
  return { screen, sent: (key: string) => server.requests.filter((request) => request.key === key) }
}

it('shows the reason instead of a hidden post and comment', async () => {
  const post = buildPost({ content: '', hidden: HIDDEN, likes_count: 3 })
  const { screen } = await renderFeed(post)
  const card = screen.getByRole('article', { name: 'Post by Ada Quill' })
  await expect.element(card.getByText('Hidden by a league admin: Too personal')).toBeVisible()
  await expect.element(card.getByText('3 likes')).toBeVisible()
})

it('shows admins a hidden post with the reason', async () => {
  const { screen } = await renderFeed(
    buildPost({ content: 'Mean', hidden: { ...HIDDEN, by: 'Greta' } }),
    {},
    true,
  )
  await expect.element(screen.getByText('Hidden from members by Greta: Too personal')).toBeVisible()
  await expect.element(screen.getByText('Mean')).toBeVisible()
})

it('collapses what muted people wrote until the user shows it', async () => {
  const comment = buildComment({ author: 'Bo', body: 'Loud', muted: true })
  const { screen } = await renderFeed(buildPost({ comments_count: 1, comments_preview: [comment] }))
  const show = screen.getByRole('button', { name: 'Show what Bo wrote' })
  await expect.element(show).toBeVisible()
  expect(screen.getByText('Loud').elements()).toHaveLength(0)
  await show.click()
  await expect.element(screen.getByText('Loud')).toBeVisible()
})

it('reports a post with a reason and a note', async () => {
  const { screen, sent } = await renderFeed(buildPost({ id: 7, can_delete: false }), {
    [`GET ${KEY}`]: OTHERS,
    [`POST ${KEY}report/`]: { message: 'Reported to the league admins.' },
  })
  await screen.getByRole('button', { name: 'More for post by Ada Quill' }).click()
  await screen.getByRole('button', { name: 'Report' }).click()
  await expect.element(screen.getByRole('button', { name: 'Send report' })).toBeDisabled()
  await screen.getByRole('radio', { name: 'Spam' }).click()
  await screen.getByLabelText('Note (optional)').fill('Again')
  await screen.getByRole('button', { name: 'Send report' }).click()
  await expect.poll(() => sent(`POST ${KEY}report/`)[0]?.body).toEqual({ reason: 'spam', note: 'Again' })
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Reported to the league admins.')
  await userEvent.keyboard('{Tab}')
  await expect.element(dialog.getByRole('button', { name: 'Report' })).toHaveFocus()
})

it('counts down until the user may write again in slow mode', async () => {
  const nextAt = new Date(Date.now() + 125_000).toISOString()
  fakeServer({
    'GET /api/league/:league/social/feed/': {
      items: [buildPost()],
      next: null,
      slow_mode: { seconds: 300, next_at: nextAt },
    },
  })
  const { screen } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  await expect.element(screen.getByText(/you can write again in [12]:\d\d/)).toBeVisible()
})

describe('a comment form', () => {
  const GET_FEED = 'GET /api/league/:league/social/feed/'
  const TRADE_COMMENTS = 'GET /api/league/:league/trades/:season/:trade/comments/'
  const slowMode = () => ({ seconds: 300, next_at: new Date(Date.now() + 125_000).toISOString() })
  const WAIT = /you can write again in [12]:\d\d/

  it('of the feed counts down in slow mode', async () => {
    fakeServer({ [GET_FEED]: { items: [buildPost()], next: null, slow_mode: slowMode() } })
    const { screen } = await renderWithClient(
      <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
    )
    await screen.getByRole('button', { name: /^Comment/ }).click()
    const form = screen.getByRole('form', { name: 'Write a comment' })
    await expect.element(form.getByText(WAIT)).toBeVisible()
  })

  it('of the feed does not ask for the wait without slow mode', async () => {
    const { screen, sent } = await renderFeed(buildPost())
    await screen.getByRole('button', { name: /^Comment/ }).click()
    await expect.element(screen.getByLabelText('Your comment')).toHaveFocus()
    await expect.element(screen.getByRole('timer')).not.toBeInTheDocument()
    expect(sent(GET_FEED)).toHaveLength(1)
  })

  it('of a trade counts down in slow mode, from the comment that was just sent', async () => {
    let isWaiting = false
    const { requests } = fakeServer({
      [TRADE_COMMENTS]: { comments: [] },
      'POST /api/league/:league/trades/:season/:trade/comments/': () => {
        isWaiting = true
        return buildComment({ author: 'Dario Finch', body: 'Robbery.' })
      },
      [GET_FEED]: () => ({
        items: [],
        next: null,
        slow_mode: isWaiting ? slowMode() : { seconds: 300, next_at: null },
      }),
    })
    const { screen } = await renderWithClient(
      <Comments league="Sunday" user="Dario Finch" discussion={{ type: 'trade', season: 2026, id: 't1' }} />,
    )
    const field = screen.getByLabelText('Your comment')
    await expect.element(field).toBeVisible()
    expect(requests.map(({ key }) => key)).toEqual([TRADE_COMMENTS])
    await field.fill('Robbery.')
    const timer = screen.getByRole('timer')
    await expect.element(timer).toMatchTextContent('Slow mode: one post or comment per 5 minutes.')
    // The user writes for ten minutes.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE_MS })
    onTestFinished(() => void vi.useRealTimers())
    const shown: string[] = []
    new MutationObserver(() => shown.push(timer.element().textContent)).observe(timer.element(), {
      childList: true,
      characterData: true,
      subtree: true,
    })
    await screen.getByRole('button', { name: 'Send comment' }).click()
    await expect.element(screen.getByText(WAIT)).toBeVisible()
    expect(shown.filter((text) => !WAIT.test(text))).toEqual([])
  })
})

it('lets admins dismiss reports and set slow mode', async () => {
  const server = fakeServer({
    'GET /api/league/:league/social/reports/': {
      reported: [
        {
          kind: 'post',
          id: 7,
          author: 'Ada Quill',
          text: 'Mean words',
          created_at: '2026-11-20T12:00:00Z',
          file: null,
          item: { type: 'post', id: 7 },
          trade: null,
          hidden: null,
          state: 'open',
          reports: [{ reporter: 'Bo', reason: 'insult', note: 'Rude', at: '2026-11-20T12:00:00Z' }],
        },
      ],
      slow_mode_seconds: 0,
    },
    'POST /api/league/:league/social/moderation/:kind/:id/dismissal/': { message: 'Reports dismissed.' },
    'POST /api/league/:league/social/slow-mode/': { message: 'Slow mode is on.' },
  })
  const { screen } = await renderWithClient(<ModerationSection league="Sunday" />)
  const reported = screen.getByRole('listitem', { name: 'Reported post by Ada Quill' })
  await expect.element(reported.getByText('Insult or harassment. “Rude”')).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss the reports of the post by Ada Quill' }).click()
  await screen.getByLabelText(/^Slow mode/).selectOptions('5 minutes')
  const bodies = () => server.requests.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)
  await expect.poll(bodies).toContainEqual({ seconds: 300 })
  expect(server.requests.some(({ key }) => key.endsWith('/dismissal/'))).toBe(true)
})

it('unmutes a person on the account page', async () => {
  const { requests } = fakeServer({
    'GET /api/account/mutes/': {
      mutes: [{ id: 4, league: 'Sunday', name: 'Bo', muted_at: '2026-11-20T12:00:00Z' }],
    },
    'DELETE /api/account/mutes/:id/': { message: 'Unmuted.' },
  })
  const { screen } = await renderWithClient(<MutesSection />)
  await screen.getByRole('button', { name: 'Unmute Bo in Sunday' }).click()
  await expect.poll(() => requests.some(({ key }) => key === 'DELETE /api/account/mutes/:id/')).toBe(true)
})
