import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { leagueMetaQuery } from '../../api/operations.ts'
import { draftKey } from '../../storage/browser-storage.ts'
import { errorResponse, type FakeResponses, fakeServer, neverResponds } from '../../testing/fake-server.ts'
import { buildComment, buildPost, buildProposal, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem } from './use-feed.ts'
import { findMentionsIn } from './written-text.tsx'

const CREATE_POST = 'POST /api/league/:league/social/posts/'
const CREATE_COMMENT = 'POST /api/league/:league/social/items/:id/comments/'
const CREATE_PROPOSAL = 'POST /api/league/:league/social/proposals/'
const EDIT_POST = 'POST /api/league/:league/social/posts/:id/edit/'
const GET_MENTIONABLES = 'GET /api/league/:league/mentionables/'

const MENTIONABLES = {
  members: [
    { id: 1, name: 'Ada Quill', team_id: 1 },
    { id: 2, name: 'Adam Lark', team_id: null },
    { id: 3, name: 'Zoë Ångström', team_id: 2 },
    { id: 9, name: 'Dario Finch', team_id: null },
  ],
  teams: [
    { id: 1, name: 'Adders', abbrev: 'ADD', logo: null, color: null },
    { id: 2, name: 'Dune Riders', abbrev: 'DUN', logo: null, color: null },
  ],
}

const META = {
  name: 'Sunday',
  current_year: 2026,
  scoring_format: 'points',
  seasons: [2026],
  league_info: null,
  espn_league_id: 77,
  espn_team_id: null,
  features: [],
  people: [
    { name: 'Ada Quill', team_id: 1, picture: null, color: null },
    { name: 'Dario Finch', team_id: 2, picture: null, color: null },
  ],
} as never

async function openTab(items: FeedItem[] = [], responses: FakeResponses = {}) {
  const server = fakeServer({
    'GET /api/league/:league/social/feed/': respondOnce(items),
    [GET_MENTIONABLES]: MENTIONABLES,
    ...responses,
  })
  const { screen, client } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
  )
  client.setQueryData(leagueMetaQuery('Sunday').queryKey, META)
  return {
    screen,
    client,
    field: screen.getByLabelText('Your post'),
    options: screen.getByRole('option'),
    sent: (key: string) => server.requests.filter((request) => request.key === key).map(({ body }) => body),
    requests: server.requests,
  }
}

const type = (text: string) => userEvent.keyboard(text)

/** Types a text that ends with a part of a name, and picks the first suggestion. */
async function complete(text: string): Promise<void> {
  await type(text)
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await type('{Enter}')
  await expect.element(page.getByRole('option')).not.toBeInTheDocument()
}

describe('the completion', () => {
  it('is chosen from with the keyboard', async () => {
    const { screen, field, options, sent } = await openTab([], { [CREATE_POST]: buildPost() })
    await field.fill('Hi 😀 ')
    await type('@ad')
    const list = screen.getByRole('listbox', { name: 'Members and teams' })
    await expect.element(list).toBeVisible()
    const popup = list.element().closest('[popover]')
    expect(popup && getComputedStyle(popup, '::backdrop').display).toBe('none')
    await expect.element(field).toHaveAttribute('aria-controls', list.element().id)
    await expect.element(screen.getByText('3 suggestions.')).toBeInTheDocument()
    const selected = screen.getByRole('option', { selected: true })
    await expect.element(selected).toMatchTextContent('Ada Quill Adders')
    await expect.element(field).toHaveAttribute('aria-activedescendant', selected.element().id)
    await type('{ArrowDown}')
    await expect.element(selected).toMatchTextContent('Adam Lark')
    await expect.element(field).toHaveAttribute('aria-activedescendant', selected.element().id)
    await type('{ArrowUp}{ArrowUp}')
    await expect.element(selected).toMatchTextContent('Adders Team')
    await type('{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('Hi 😀 @Ada Quill ')
    await expect.element(options).not.toBeInTheDocument()
    await expect.element(field).not.toHaveAttribute('aria-activedescendant')
    await expect.element(field).toHaveFocus()
    await type('and @dune')
    await expect.element(selected).toMatchTextContent('Dune Riders Team')
    await type('{Tab}!')
    await expect.element(field).toHaveValue('Hi 😀 @Ada Quill and @Dune Riders !')
    await type('{Control>}{Enter}{/Control}')
    await expect
      .poll(() => sent(CREATE_POST))
      .toMatchObject([
        {
          content: 'Hi 😀 @Ada Quill and @Dune Riders !',
          mentions: [
            { kind: 'member', id: 1, start: 6, length: 10 },
            { kind: 'team', id: 2, start: 21, length: 12 },
          ],
        },
      ])
  })

  it('closes with Escape until another @, and suggests nobody twice in a row', async () => {
    const { field, options } = await openTab()
    await field.click()
    await type('@zoe')
    await expect.element(options).toMatchTextContent('Zoë Ångström Dune Riders')
    await type('{Escape}')
    await expect.element(options).not.toBeInTheDocument()
    await type(' a')
    await expect.element(options).not.toBeInTheDocument()
    await type(', @ang')
    await expect.element(options).toBeVisible()
    await expect.element(field).toHaveValue('@zoe a, @ang')
  })

  it('is no list for email addresses, unknown names and what is behind the caret', async () => {
    const { field, options } = await openTab()
    await field.fill('me@adam.example, @nobody')
    await expect.element(field).toHaveValue('me@adam.example, @nobody')
    await expect.element(options).not.toBeInTheDocument()
    await type('{Home}')
    await expect.element(options).not.toBeInTheDocument()
    await expect.element(field).not.toHaveAttribute('aria-controls')
  })

  it.each([
    ['a phone', 390, 844],
    ['a laptop', 1280, 800],
  ])('is chosen from by a tap or a click on %s', async (_, width, height) => {
    await page.viewport(width, height)
    try {
      const { field, options, sent, screen } = await openTab([], { [CREATE_POST]: buildPost() })
      await field.click()
      await type('@zo')
      await expect.element(options).toBeVisible()
      const { left, right, height: optionHeight } = options.element().getBoundingClientRect()
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(optionHeight).toBeGreaterThanOrEqual(44)
      await options.click()
      await expect.element(field).toHaveFocus()
      await expect.element(field).toHaveValue('@Zoë Ångström ')
      await screen.getByRole('button', { name: 'Post', exact: true }).click()
      await expect
        .poll(() => sent(CREATE_POST))
        .toMatchObject([{ mentions: [{ kind: 'member', id: 3, start: 0, length: 13 }] }])
    } finally {
      await page.viewport(1280, 800)
    }
  })

  it('follows changes of the text, and forgets a mention that was changed', async () => {
    const { field, sent } = await openTab([], { [CREATE_POST]: buildPost() })
    await field.click()
    await complete('@ada')
    await complete('@zo')
    await expect.element(field).toHaveValue('@Ada Quill @Zoë Ångström ')
    await type('{Home}So, {End}{Backspace}{Backspace}')
    await expect.element(field).toHaveValue('So, @Ada Quill @Zoë Ångströ')
    await type('{Escape}{Control>}{Enter}{/Control}')
    await expect
      .poll(() => sent(CREATE_POST))
      .toMatchObject([
        { content: 'So, @Ada Quill @Zoë Ångströ', mentions: [{ id: 1, start: 4, length: 10 }] },
      ])
  })

  it('asks for the members with the first @ only', async () => {
    const { field, requests, options } = await openTab()
    const asked = () => requests.filter(({ key }) => key === GET_MENTIONABLES).length
    await field.click()
    await type('Hello')
    expect(asked()).toBe(0)
    await type(' @')
    await expect.element(options.first()).toBeVisible()
    await type('a')
    await expect.element(options.first()).toBeVisible()
    expect(asked()).toBe(1)
  })

  it('says when members are loading or could not be loaded, and leaves the keys to the form', async () => {
    const loading = await openTab([], { [GET_MENTIONABLES]: neverResponds() })
    await loading.field.click()
    await type('@')
    await expect.element(loading.screen.getByText('Loading members…')).toBeVisible()
    await type('{Enter}x')
    await expect.element(loading.field).toHaveValue('@\nx')
    await loading.screen.unmount()
    localStorage.clear()
    const failed = await openTab([], { [GET_MENTIONABLES]: errorResponse(500, 'internal_error', 'No.') })
    await failed.field.click()
    await type('@')
    await expect.element(failed.screen.getByText('Failed to load members.')).toBeVisible()
  })

  it('reads names before the first @ where a service worker keeps them for offline use', async () => {
    const worker = vi.spyOn(navigator.serviceWorker, 'controller', 'get')
    onTestFinished(() => worker.mockRestore())
    let reads = 0
    const responses: FakeResponses = {
      [GET_MENTIONABLES]: () => {
        reads += 1
        return MENTIONABLES
      },
    }
    worker.mockReturnValue(null)
    const without = await openTab([], responses)
    await expect.element(without.field).toBeVisible()
    expect(reads).toBe(0)
    await without.screen.unmount()
    worker.mockReturnValue({} as ServiceWorker)
    const { field, options } = await openTab([], responses)
    await expect.poll(() => reads).toBe(1)
    await field.click()
    await type('@zoe')
    await expect.element(options).toMatchTextContent('Zoë Ångström Dune Riders')
    expect(reads).toBe(1)
  })

  it('mentions in a comment, where Enter picks before it sends', async () => {
    const post = buildPost()
    const { screen, sent } = await openTab([post], { [CREATE_COMMENT]: buildComment({ body: '@Ada Quill' }) })
    await screen.getByRole('button', { name: /^Comment/ }).click()
    await expect.element(screen.getByLabelText('Your comment')).toHaveFocus()
    await type('@ada')
    await expect.element(screen.getByRole('option').first()).toBeVisible()
    await type('{Enter}')
    await expect.element(screen.getByLabelText('Your comment')).toHaveValue('@Ada Quill ')
    expect(sent(CREATE_COMMENT)).toEqual([])
    await type('{Enter}')
    await expect
      .poll(() => sent(CREATE_COMMENT))
      .toEqual([{ body: '@Ada Quill', mentions: [{ kind: 'member', id: 1, start: 0, length: 10 }] }])
  })

  it('mentions in the question of a proposal', async () => {
    const { screen, sent } = await openTab([], { [CREATE_PROPOSAL]: buildProposal() })
    await screen.getByRole('tab', { name: 'Proposal' }).click()
    await screen.getByLabelText('Question').click()
    await type('Should @dune')
    const combobox = screen.getByRole('combobox', { name: 'Question' })
    await expect.element(combobox).toHaveAttribute('aria-expanded', 'true')
    await type('{Enter}move?')
    await expect.element(combobox).not.toBeInTheDocument()
    await screen.getByLabelText('Option 1').fill('Yes')
    await screen.getByLabelText('Option 2').fill('No')
    await screen.getByRole('button', { name: 'Propose' }).click()
    await expect
      .poll(() => sent(CREATE_PROPOSAL))
      .toMatchObject([
        {
          question: 'Should @Dune Riders move?',
          mentions: [{ kind: 'team', id: 2, start: 7, length: 12 }],
        },
      ])
  })
})

describe('a draft', () => {
  it('keeps its mentions over a reload', async () => {
    const first = await openTab()
    await first.field.click()
    await complete('Well, @ada')
    await expect.element(first.field).toHaveValue('Well, @Ada Quill ')
    await first.screen.unmount()
    const second = await openTab([], { [CREATE_POST]: buildPost() })
    await expect.element(second.field).toHaveValue('Well, @Ada Quill ')
    await second.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(() => second.sent(CREATE_POST)).toMatchObject([{ mentions: [{ id: 1, start: 6 }] }])
  })

  it('keeps its mentions when a link is added to it on another page', async () => {
    const first = await openTab()
    await first.field.click()
    await complete('Well, @ada')
    await first.screen.unmount()
    const key = draftKey('Sunday', 'post')
    localStorage.setItem(key, `${localStorage.getItem(key)}\nhttps://league.example`)
    const second = await openTab([], { [CREATE_POST]: buildPost() })
    await expect.element(second.field).toHaveValue('Well, @Ada Quill \nhttps://league.example')
    await second.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.poll(() => second.sent(CREATE_POST)).toMatchObject([{ mentions: [{ id: 1, start: 6 }] }])
  })

  it('of a proposal keeps its mentions over a reload', async () => {
    const first = await openTab()
    await first.screen.getByRole('tab', { name: 'Proposal' }).click()
    await first.screen.getByLabelText('Question').click()
    await complete('@ada')
    await type('?')
    await first.screen.unmount()
    const second = await openTab([], { [CREATE_PROPOSAL]: buildProposal() })
    await second.screen.getByRole('tab', { name: 'Proposal' }).click()
    await expect.element(second.screen.getByLabelText('Question')).toHaveValue('@Ada Quill ?')
    await second.screen.getByLabelText('Option 1').fill('Yes')
    await second.screen.getByLabelText('Option 2').fill('No')
    await second.screen.getByRole('button', { name: 'Propose' }).click()
    await expect.poll(() => second.sent(CREATE_PROPOSAL)).toMatchObject([{ mentions: [{ id: 1, start: 0 }] }])
  })

  it('that could not be sent waits with its mentions, also while it is edited', async () => {
    const noAnswer = () => {
      throw new TypeError('Failed to fetch')
    }
    const first = await openTab([], { [CREATE_POST]: noAnswer })
    await first.field.click()
    await complete('@ada')
    await first.screen.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(first.screen.getByText('Waiting for the network')).toBeVisible()
    await first.screen.unmount()
    const second = await openTab([], {
      [CREATE_POST]: buildPost({ content: 'Hey, @Ada Quill and @Dune Riders' }),
    })
    const unsent = second.screen.getByRole('article', { name: 'Unsent post' })
    await unsent.getByRole('button', { name: 'Edit' }).click()
    await expect.element(unsent.getByRole('textbox')).toHaveFocus()
    await complete('{Home}Hey, {End} and @dune')
    await expect.element(unsent.getByRole('textbox')).toHaveValue('Hey, @Ada Quill and @Dune Riders ')
    await unsent.getByRole('button', { name: 'Post', exact: true }).click()
    await expect
      .poll(() => second.sent(CREATE_POST))
      .toMatchObject([
        {
          content: 'Hey, @Ada Quill and @Dune Riders',
          mentions: [
            { kind: 'member', id: 1, start: 5 },
            { kind: 'team', id: 2, start: 20 },
          ],
        },
      ])
  })
})

const TEXT = 'Hi @Ada Quill of @Adders, @Adam Lark and @Dario Finch: https://league.example'
const MENTIONS = [
  { kind: 'member', id: 1, name: 'Ada Quill', start: 3, length: 10 },
  { kind: 'team', id: 1, season: 2025, start: 17, length: 7 },
  { kind: 'member', id: 2, name: 'Adam Lark', start: 26, length: 10 },
  { kind: 'member', id: 9, name: 'Dario Finch', start: 41, length: 12 },
] as const

describe('a text with mentions', () => {
  it('leads to the pages of members with a team and of teams, and marks the reader', async () => {
    const { screen } = await openTab([buildPost({ content: TEXT, mentions: [...MENTIONS] })])
    const link = (name: string) => screen.getByRole('link', { name })
    const address = (team: number, season: number) =>
      `/?league=Sunday&tab=roster&season=${season}&team=${team}`
    await expect.element(link('@Ada Quill')).toHaveAttribute('href', address(1, 2026))
    await expect.element(link('@Adders')).toHaveAttribute('href', address(1, 2025))
    await expect.element(link('@Dario Finch')).toHaveAttribute('href', address(2, 2026))
    await expect.element(screen.getByText('@Adam Lark')).toBeVisible()
    await expect.element(link('@Adam Lark')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('mark')).toMatchTextContent('@Dario Finch')
    await expect.element(link('https://league.example')).toBeVisible()
    const article = screen.getByRole('article')
    await expect.element(article).toMatchTextContent(TEXT)
  })

  it('is shown in comments and questions, and never as HTML', async () => {
    const text = '<b>@Adders</b> <img src=x onerror=alert(1)>'
    const mentions = [{ kind: 'team', id: 1, season: 2026, start: 3, length: 7 }] as const
    const comment = buildComment({ body: text, mentions: [...mentions] })
    const proposal = buildProposal({
      question: text,
      mentions: [...mentions],
      comments_count: 1,
      comments_preview: [comment],
    })
    const { screen } = await openTab([proposal])
    await expect.element(screen.getByRole('heading', { name: text })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: '@Adders' }).nth(1)).toBeVisible()
    expect(document.querySelector('img[src="x"]')).toBe(null)
  })

  it('keeps its mentions without the links that cards replace', () => {
    const text = '@Ada Quill: https://a.example\n@Adders https://b.example @Adders'
    const shown = '@Ada Quill:\n@Adders @Adders'
    const [ada, adders] = MENTIONS
    const mentions = [
      { ...ada, start: 0 },
      { ...adders, start: 30 },
      { ...adders, start: 56 },
    ]
    expect(findMentionsIn(shown, text, mentions)?.map(({ start }) => start)).toEqual([0, 12, 20])
    expect(findMentionsIn(text, text, mentions)).toBe(mentions)
    expect(findMentionsIn('', text, mentions)).toEqual([])
  })

  it('is edited with its mentions', async () => {
    const edit = { until: new Date(Date.now() + 600_000).toISOString(), version: 1 }
    const post = buildPost({ content: TEXT, mentions: [...MENTIONS], edit })
    const { screen, sent, options } = await openTab([post], {
      [EDIT_POST]: { ...post, content: 'Edited', mentions: undefined },
    })
    await screen.getByRole('button', { name: /^Edit post/ }).click()
    await expect.element(screen.getByLabelText('Edit your post')).toHaveFocus()
    await type('{Control>}{Home}{/Control}Oh. @zo')
    await expect.element(options).toBeVisible()
    await type('{Escape}')
    // Escape has closed the list, not the form.
    await expect.element(screen.getByLabelText('Edit your post')).toBeVisible()
    await type('{Backspace}o')
    await type('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText('Edited', { exact: true })).toBeVisible()
    expect(sent(EDIT_POST)).toMatchObject([
      {
        content: `Oh. @zo${TEXT}`,
        mentions: MENTIONS.map(({ kind, id, start, length }) => ({ kind, id, start: start + 7, length })),
        version: 1,
      },
    ])
  })

  it('gets and loses its mentions with events', async () => {
    const post = buildPost({ content: 'Hi @Adders' })
    const { screen, client } = await openTab([post])
    const text = screen.getByText('Hi @Adders')
    await expect.element(text).toBeVisible()
    const mentions = [{ ...MENTIONS[1], start: 3 }]
    const changed = { change: 'changed', type: 'post', id: post.id } as const
    handleFeedEvent(client, 'Sunday', { ...changed, version: 2, changes: { mentions } })
    await expect.element(screen.getByRole('link', { name: '@Adders' })).toBeVisible()
    handleFeedEvent(client, 'Sunday', { ...changed, version: 3, changes: { mentions: [] } })
    await expect.element(screen.getByRole('link', { name: '@Adders' })).not.toBeInTheDocument()
    await expect.element(text).toBeVisible()
  })
})
