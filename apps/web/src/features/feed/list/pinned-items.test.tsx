import { describe, expect, it, onTestFinished } from 'vitest'
import { page as viewport } from 'vitest/browser'
import { clearUserStorage } from '../../../storage/browser-storage.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { buildFeedPage, buildPost, buildProposal } from '../../../testing/feed-fixtures.ts'
import { renderWithClient } from '../../../testing/render.tsx'
import { handleFeedEvent } from '../feed-events.ts'
import { LeagueSocialTab } from '../league-social-tab.tsx'
import type { FeedItem } from '../use-feed.ts'

const RULES = buildPost({
  user: 'Mina Alder',
  pinned: true,
  content: 'House rules:\nNo kickers in the first round.',
})
const VOTE = buildProposal({ user: 'Rowan Pike', pinned: true, question: 'Move the draft?' })
const STORY = buildPost({ user: 'Ada Quill' })
const STORED = 'feed_pins_read:Sunday'

/** Opens League Social, as on a new visit. */
async function openTab(items: FeedItem[], url?: string) {
  fakeServer({
    'GET /api/league/:league/social/feed/': ({ path }) =>
      buildFeedPage(items.filter(({ type }) => !path.includes('type=post') || type === 'post')),
  })
  const { screen, client } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
    url,
  )
  const line = (name: RegExp) => screen.getByRole('button', { name, expanded: false })
  const collapse = (name: string) => screen.getByRole('button', { name: `Collapse pinned ${name}` })
  await expect.element(screen.getByRole('article', { name: 'Post by Ada Quill' })).toBeVisible()
  return {
    screen,
    client,
    rules: line(/^Pinned, read: Mina Alder/),
    vote: line(/^Pinned, read: Rowan Pike/),
    collapse,
  }
}

/** The number of items that are stored as read. */
const readCount = () => localStorage.getItem(STORED)?.split(' ').length ?? 0

/** Opens League Social on a phone after both pinned items were read. */
async function openAfterReading(items: FeedItem[] = [RULES, VOTE, STORY], url?: string) {
  const first = await openTab([RULES, VOTE, STORY])
  await first.collapse('post by Mina Alder').click()
  await first.collapse('proposal by Rowan Pike').click()
  expect(readCount()).toBe(2)
  await first.screen.unmount()
  return openTab(items, url)
}

describe('pinned items', () => {
  it('collapse to one line each on the next visit after they were on screen', async () => {
    const first = await openTab([RULES, VOTE, STORY])
    await expect.poll(readCount).toBe(2)
    // Nothing moves while it is read.
    await expect.element(first.screen.getByText('No kickers in the first round.')).toBeVisible()
    expect(first.rules.elements()).toEqual([])
    await first.screen.unmount()

    const { screen, rules, vote } = await openTab([RULES, VOTE, STORY])
    await expect.element(rules).toHaveAccessibleName('Pinned, read: Mina Alder House rules:')
    await expect.element(vote).toHaveAccessibleName('Pinned, read: Rowan Pike Move the draft?')
    for (const line of [rules, vote]) expect(line.element().getBoundingClientRect().height).toBe(44)
    expect(screen.getByText('No kickers').elements()).toEqual([])
    expect(localStorage.getItem(STORED)).not.toContain('rules')
  })

  it('stay unread while they are below the screen', async () => {
    onTestFinished(() => viewport.viewport(1280, 800))
    await viewport.viewport(390, 844)
    const long = buildPost({ user: 'Mina Alder', pinned: true, content: 'Rule.\n'.repeat(60) })
    await openTab([long, VOTE, STORY])
    await expect.poll(() => localStorage.getItem(STORED)).toContain(`post-${long.id}:`)
    expect(localStorage.getItem(STORED)).not.toContain('proposal-')
  })

  it('expand and collapse with the focus on them', async () => {
    const { screen, rules, collapse } = await openAfterReading()
    await rules.click()
    await expect.element(screen.getByText('No kickers in the first round.')).toBeVisible()
    await expect.element(screen.getByRole('article', { name: 'Post by Mina Alder' })).toHaveFocus()
    await collapse('post by Mina Alder').click()
    await expect.element(rules).toHaveFocus()
  })

  it('are unread again when they were edited', async () => {
    const { rules, vote, collapse } = await openAfterReading([
      { ...RULES, content: 'New rules' },
      VOTE,
      STORY,
    ])
    await expect.element(vote).toBeVisible()
    await expect.element(collapse('post by Mina Alder')).toBeVisible()
    expect(rules.elements()).toEqual([])
  })

  it('are unread again when they were unpinned and pinned', async () => {
    const { screen, client, rules } = await openAfterReading()
    await expect.element(rules).toBeVisible()
    const pin = (pinned: boolean, version: number) =>
      handleFeedEvent(client, 'Sunday', {
        change: 'changed',
        type: 'post',
        id: RULES.id,
        version,
        changes: { pinned },
      })
    pin(false, 2)
    await expect.element(screen.getByText('No kickers in the first round.')).toBeVisible()
    expect(readCount()).toBe(1)
    pin(true, 3)
    await expect
      .element(screen.getByRole('button', { name: 'Collapse pinned post by Mina Alder' }))
      .toBeVisible()
    expect(rules.elements()).toEqual([])
  })

  it('are expanded when the address names them', async () => {
    const url = `/?league=Sunday&tab=league+social&post=post-${RULES.id}`
    const { screen, vote, rules, collapse } = await openAfterReading([RULES, VOTE, STORY], url)
    await expect.element(screen.getByRole('article', { name: 'Post by Mina Alder' })).toHaveFocus()
    await expect.element(vote).toBeVisible()
    await collapse('post by Mina Alder').click()
    await expect.element(rules).toHaveFocus()
  })

  it('stay collapsed under a filter, and other filters keep what was read', async () => {
    const { screen, rules, vote } = await openAfterReading()
    await screen.getByText('Posts', { exact: true }).click()
    await expect.element(vote).not.toBeInTheDocument()
    await expect.element(rules).toBeVisible()
    await screen.getByText('All', { exact: true }).click()
    await expect.element(vote).toBeVisible()
    expect(readCount()).toBe(2)
  })

  it('are unread for the next person on the device', async () => {
    const first = await openAfterReading()
    await first.screen.unmount()
    clearUserStorage(localStorage)
    const { rules, collapse } = await openTab([RULES, VOTE, STORY])
    await expect.element(collapse('post by Mina Alder')).toBeVisible()
    expect(rules.elements()).toEqual([])
  })
})
