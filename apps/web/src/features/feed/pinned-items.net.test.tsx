import { describe, expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildPost, buildProposal } from '../../testing/feed-fixtures.ts'
import { buildRecapCard } from '../../testing/recap-fixtures.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { handleFeedEvent } from './feed-events.ts'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { FeedItem } from './use-feed.ts'

const RULES = buildPost({
  user: 'Mina Alder',
  pinned: true,
  content: 'House rules:\nNo kickers in the first round.',
})
const VOTE = buildProposal({ user: 'Rowan Pike', pinned: true, question: 'Move the draft?' })
const STORY = buildPost({ user: 'Ada Quill' })
const RECAP = buildPost({
  user: 'Fieldhouse',
  pinned: true,
  content: 'Week 5 Recap',
  recap: { season: 2026, week: 5, card: buildRecapCard() },
})

async function openTab(items: FeedItem[], url?: string) {
  fakeServer({
    'GET /api/league/:league/social/feed/': ({ path }) =>
      buildFeedPage(items.filter(({ type }) => !path.includes('type=post') || type === 'post')),
    'GET /api/league/:league/social/items/:id/': { item: RECAP },
  })
  const { screen, client, page } = await renderWithClient(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={false} />,
    url,
  )
  const line = (name: RegExp) => screen.getByRole('button', { name, expanded: false })
  return {
    screen,
    client,
    page,
    rules: line(/^Pinned: Mina Alder/),
    vote: line(/^Pinned: Rowan Pike/),
    collapse: (name: string) => screen.getByRole('button', { name: `Collapse pinned ${name}` }),
  }
}

describe('pinned items', () => {
  it('are one line each above the feed', async () => {
    const { screen, rules, vote } = await openTab([RULES, VOTE, STORY])
    await expect.element(rules).toHaveAccessibleName('Pinned: Mina Alder House rules:')
    await expect.element(vote).toHaveAccessibleName('Pinned: Rowan Pike Move the draft?')
    for (const line of [rules, vote]) expect(line.element().getBoundingClientRect().height).toBe(44)
    expect(screen.getByText('No kickers').elements()).toEqual([])
  })

  it('expand and collapse with the focus on them', async () => {
    const { screen, rules, collapse } = await openTab([RULES, VOTE, STORY])
    await rules.click()
    await expect.element(screen.getByText('No kickers in the first round.')).toBeVisible()
    await expect.element(screen.getByRole('article', { name: 'Post by Mina Alder' })).toHaveFocus()
    await collapse('post by Mina Alder').click()
    await expect.element(rules).toHaveFocus()
  })

  it('move to the feed when they are unpinned', async () => {
    const { screen, client, rules } = await openTab([RULES, STORY])
    await expect.element(rules).toBeVisible()
    handleFeedEvent(client, 'Sunday', {
      change: 'changed',
      type: 'post',
      id: RULES.id,
      version: 2,
      changes: { pinned: false },
    })
    await expect.element(screen.getByText('No kickers in the first round.')).toBeVisible()
  })

  it('are expanded when the address names them', async () => {
    const url = `/?league=Sunday&tab=league+social&post=post-${RULES.id}`
    const { screen, vote, rules, collapse } = await openTab([RULES, VOTE, STORY], url)
    await expect.element(screen.getByRole('article', { name: 'Post by Mina Alder' })).toHaveFocus()
    await expect.element(vote).toBeVisible()
    await collapse('post by Mina Alder').click()
    await expect.element(rules).toHaveFocus()
  })
})

it('shows a recap as a card with the date of its week, which opens the whole recap', async () => {
  const { screen, page } = await openTab([RECAP, STORY], '/?league=Sunday&tab=league+social')
  await expect.element(screen.getByText('Week 5 Recap · Oct 11')).toBeVisible()
  expect(screen.getByText('The low score belonged to Buoys: 101.0.').elements()).toEqual([])
  await screen.getByRole('link', { name: 'Read the Week 5 Recap' }).click()
  await expect.element(screen.getByText('The low score belonged to Buoys: 101.0.')).toBeVisible()
  expect(page.url()).toContain(`post=post-${RECAP.id}&view=recap`)
  await expect.element(screen.getByRole('button', { name: 'Like, 0 likes' })).toBeVisible()
  await screen.getByRole('link', { name: 'League Social' }).click()
  await expect.element(screen.getByRole('article', { name: 'Post by Ada Quill' })).toBeVisible()
})
