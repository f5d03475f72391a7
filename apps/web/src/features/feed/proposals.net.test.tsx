import { HOUR_MS } from '@fieldhouse/domain/duration'
import { describe, expect, it } from 'vitest'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { buildFeedPage, buildProposal, respondOnce } from '../../testing/feed-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { LeagueSocialTab } from './league-social-tab.tsx'
import type { Proposal } from './use-feed.ts'

const GET_FEED = 'GET /api/league/:league/social/feed/'
const CREATE_PROPOSAL = 'POST /api/league/:league/social/proposals/'
const VOTE = 'POST /api/league/:league/social/proposals/:id/vote/'

const inOneHour = new Date(Date.now() + HOUR_MS).toISOString()
const oneHourAgo = new Date(Date.now() - HOUR_MS).toISOString()

function options(yes: number, no: number, voters: [string[], string[]] | null = null): Proposal['options'] {
  return [
    { id: 1, text: 'Yes', percent: yes, won: false, voters: voters?.[0] ?? null },
    { id: 2, text: 'No', percent: no, won: false, voters: voters?.[1] ?? null },
  ]
}

function withWinners(all: Proposal['options'], ...ids: number[]): Proposal['options'] {
  return all.map((option) => ({ ...option, won: ids.includes(option.id) }))
}

async function renderTab(proposals: Proposal[], responses: FakeResponses = {}, isAdmin = false) {
  const server = fakeServer({ [GET_FEED]: respondOnce(proposals), ...responses })
  const screen = await renderWithProviders(
    <LeagueSocialTab league="Sunday" user="Dario Finch" isAdmin={isAdmin} />,
  )
  return { screen, server, sent: (key: string) => server.requests.filter((request) => request.key === key) }
}

describe('voting', () => {
  it('marks the vote, then shows the percentages of the response', async () => {
    const proposal = buildProposal()
    const { screen, sent } = await renderTab([proposal], {
      [VOTE]: { ...proposal, options: options(75, 25), total: 4, my_vote: 1 },
    })
    await expect.element(screen.getByText('No votes yet')).toBeVisible()
    const yes = screen.getByRole('button', { name: /^Yes/ })
    await yes.click()
    await expect.element(yes).toHaveAttribute('aria-pressed', 'true')
    await expect.element(yes).toMatchTextContent('75 %')
    await expect.element(screen.getByText('4 votes')).toBeVisible()
    await yes.click()
    expect(sent(VOTE).map(({ body }) => body)).toEqual([{ option_id: 1 }])
  })

  it('changes a vote without counting it twice', async () => {
    const proposal = buildProposal({ options: options(100, 0), total: 1, my_vote: 1 })
    const { screen, sent } = await renderTab([proposal], {
      [VOTE]: { ...proposal, options: options(0, 100), my_vote: 2 },
    })
    await screen.getByRole('button', { name: /^No/ }).click()
    await expect.element(screen.getByRole('button', { name: /^No/ })).toMatchTextContent('100 %')
    await expect.element(screen.getByText('1 vote', { exact: true })).toBeVisible()
    expect(sent(VOTE)).toHaveLength(1)
  })

  it('shows the closed proposal when voting closed before the vote arrived', async () => {
    const proposal = buildProposal({ closes_at: inOneHour })
    let shown = proposal
    const { screen } = await renderTab([], {
      [GET_FEED]: () => buildFeedPage([shown]),
      [VOTE]: () => {
        shown = { ...proposal, closes_at: oneHourAgo, closed: true }
        return errorResponse(423, 'voting_closed', 'Voting on this proposal is closed.')
      },
    })
    await expect.element(screen.getByText('Closes in 60 min')).toBeVisible()
    await screen.getByRole('button', { name: /^Yes/ }).click()
    await expect.element(screen.getByText(/^Closed/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Yes/ }).elements()).toEqual([])
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  it('fetches the outcome when voting closes while the proposal is on screen', async () => {
    const open = buildProposal({ closes_at: oneHourAgo, options: options(100, 0), total: 1 })
    let reads = 0
    const { screen } = await renderTab([], {
      [GET_FEED]: () => {
        reads += 1
        return buildFeedPage([
          reads === 1 ? open : { ...open, closed: true, options: withWinners(open.options, 1) },
        ])
      },
    })
    await expect.element(screen.getByText('Won')).toBeVisible()
    expect(reads).toBe(2)
  })

  it('shows the winner of a closed proposal', async () => {
    const { screen } = await renderTab([
      buildProposal({
        options: withWinners(options(67, 33), 1),
        total: 3,
        closes_at: oneHourAgo,
        closed: true,
        my_vote: 2,
      }),
    ])
    const yes = screen.getByRole('listitem').filter({ hasText: 'Yes' }).last()
    await expect.element(yes).toMatchTextContent('Yes Won')
    await expect.element(screen.getByRole('img', { name: 'Your vote' })).toBeVisible()
    expect(screen.getByText('Tied').elements()).toEqual([])
  })

  it('marks tied options of a closed proposal', async () => {
    const { screen } = await renderTab([
      buildProposal({
        options: withWinners(options(50, 50), 1, 2),
        total: 2,
        closes_at: oneHourAgo,
        closed: true,
      }),
    ])
    await expect.element(screen.getByText('Tied').first()).toBeVisible()
    expect(screen.getByText('Tied').elements()).toHaveLength(2)
  })

  it('says which votes were imported', async () => {
    const [yes, no] = options(100, 0, [['Ada', 'Rowan'], []])
    const imported = { ...yes, imported_voters: ['Rowan'] } as Proposal['options'][number]
    const { screen } = await renderTab([
      buildProposal({ anonymous: false, total: 2, options: [imported, ...(no === undefined ? [] : [no])] }),
    ])
    await screen.getByText('Who voted', { exact: true }).click()
    await expect.element(screen.getByText('Ada, Rowan (imported)')).toBeVisible()
  })

  it('lists voters for open proposals only', async () => {
    const { screen } = await renderTab([
      buildProposal({
        question: 'Open?',
        anonymous: false,
        total: 2,
        options: options(100, 0, [['Ada', 'Rowan'], []]),
      }),
      buildProposal({ question: 'Secret?', options: options(100, 0), total: 2 }),
    ])
    await screen.getByText('Who voted', { exact: true }).click()
    await expect.element(screen.getByText('Ada, Rowan')).toBeVisible()
    expect(screen.getByText('Who voted', { exact: true }).elements()).toHaveLength(1)
    await expect.element(screen.getByText('Anonymous', { exact: true })).toBeVisible()
  })
})

describe('the proposal form', () => {
  it('sends the question and its options, then resets the form', async () => {
    const { screen, sent } = await renderTab([], {
      [CREATE_PROPOSAL]: buildProposal({ user: 'Dario Finch', question: 'Shall we?' }),
    })
    await screen.getByRole('tab', { name: 'Proposal' }).click()
    const propose = screen.getByRole('button', { name: 'Propose' })
    await screen.getByLabelText('Question').fill('Shall we?')
    await screen.getByLabelText('Option 1', { exact: true }).fill('Yes')
    await expect.element(propose).toBeDisabled()
    expect(screen.getByRole('button', { name: /Remove option/ }).elements()).toEqual([])
    await screen.getByRole('button', { name: 'Add option' }).click()
    await expect.element(screen.getByLabelText('Option 3', { exact: true })).toHaveFocus()
    await screen.getByLabelText('Option 3', { exact: true }).fill('No')
    await screen.getByRole('button', { name: 'Remove option 2' }).click()
    await expect.element(screen.getByLabelText('Option 2', { exact: true })).toHaveValue('No')
    await expect.element(screen.getByRole('checkbox', { name: /Anonymous/ })).toBeChecked()
    await propose.click()
    await expect.element(screen.getByRole('article', { name: 'Proposal by Dario Finch' })).toBeVisible()
    await expect.element(screen.getByLabelText('Question')).toHaveValue('')
    expect(sent(CREATE_PROPOSAL)[0]?.body).toEqual({
      question: 'Shall we?',
      options: ['Yes', 'No'],
      anonymous: true,
      closes_at: null,
    })
  })

  it('shows field errors for equal options and a closing time in the past', async () => {
    const { screen, sent } = await renderTab([])
    await screen.getByRole('tab', { name: 'Proposal' }).click()
    await screen.getByLabelText('Question').fill('Shall we?')
    await screen.getByLabelText('Option 1', { exact: true }).fill('Yes')
    await screen.getByLabelText('Option 2', { exact: true }).fill('Yes')
    await screen.getByLabelText(/Voting closes/).fill('2020-01-01T12:00')
    await screen.getByRole('button', { name: 'Propose' }).click()
    await expect.element(screen.getByText('Each option must be different.')).toBeVisible()
    await expect.element(screen.getByText('Choose a future time.')).toBeVisible()
    expect(sent(CREATE_PROPOSAL)).toEqual([])
    await screen.getByLabelText('Option 2', { exact: true }).fill('No')
    await expect.element(screen.getByText('Each option must be different.')).not.toBeInTheDocument()
  })

  it('keeps a draft while another tab is open', async () => {
    const { screen } = await renderTab([])
    await screen.getByLabelText('Your post').fill('Half a thought')
    await screen.getByRole('tab', { name: 'Media' }).click()
    await expect.element(screen.getByLabelText('Your post')).not.toBeVisible()
    await screen.getByRole('tab', { name: 'Post', exact: true }).click()
    await expect.element(screen.getByLabelText('Your post')).toHaveValue('Half a thought')
  })
})

describe('a closed proposal and the rules', () => {
  const closed = (changes: Partial<Proposal> = {}) =>
    buildProposal({
      closed: true,
      closes_at: oneHourAgo,
      options: withWinners(options(75, 25), 1),
      ...changes,
    })

  it('can be added to the rules by admins if it passed', async () => {
    const { screen } = await renderTab([closed({ id: 12 })], {}, true)
    await expect
      .element(screen.getByRole('link', { name: 'Add to rules' }))
      .toHaveAttribute('href', expect.stringContaining('post=proposal-12&view=rules') as string)
  })

  it.each([
    ['is tied', closed({ options: withWinners(options(50, 50), 1, 2) }), true],
    ['was rejected', closed({ options: withWinners(options(25, 75), 2) }), true],
    ['is still open', buildProposal({ options: options(75, 25) }), true],
    ['is read by a member', closed(), false],
  ])('cannot be added when it %s', async (_, proposal, isAdmin) => {
    const { screen } = await renderTab([proposal], {}, isAdmin)
    await expect.element(screen.getByText(proposal.question)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Add to rules' })).not.toBeInTheDocument()
  })

  it('leads everyone to the rule that it has become', async () => {
    const { screen } = await renderTab([closed({ rule: 3 })])
    await expect
      .element(screen.getByRole('link', { name: 'In the rules' }))
      .toHaveAttribute('href', expect.stringContaining('section-3') as string)
    await expect.element(screen.getByRole('link', { name: 'Add to rules' })).not.toBeInTheDocument()
  })
})
