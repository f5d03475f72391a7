import { describe, expect, it, onTestFinished } from 'vitest'
import { page as viewport } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { type Draft, type DraftPick, DraftView } from './draft-view.tsx'

const POSITIONS = ['QB', 'RB', 'WR', 'TE'] as const

const buildPick = (overall: number, overrides: Partial<DraftPick> = {}): DraftPick => ({
  overall,
  round: Math.ceil(overall / 2),
  in_round: ((overall - 1) % 2) + 1,
  team_id: [1, 2, 2, 1][(overall - 1) % 4] ?? 1,
  player: { player_id: overall, name: `Player ${overall}`, position: POSITIONS[overall % 4] ?? null },
  is_keeper: false,
  bid: null,
  points: 200 - overall,
  above_replacement: 50 - overall,
  value: 10 - overall * 4,
  mark: null,
  ...overrides,
})

const buildDraft = (overrides: Partial<Draft> = {}): Draft => ({
  season: 2025,
  unavailable: null,
  draft_at: null,
  kind: 'snake',
  is_complete: true,
  values_unavailable: null,
  rated_drafts: 3,
  teams: [
    { team_id: 1, name: 'Larks', logo: null, color: null, owner: 'Ada Marlow', value: -4, grade: 'C' },
    { team_id: 2, name: 'Owls', logo: null, color: null, owner: null, value: 12.5, grade: 'A-' },
  ],
  picks: [
    buildPick(1, { mark: 'steal' }),
    buildPick(2),
    buildPick(3, { is_keeper: true, value: null }),
    buildPick(4, { mark: 'bust' }),
  ],
  best: [
    {
      season: 2019,
      overall: 31,
      round: 4,
      in_round: 1,
      bid: null,
      player: { player_id: 99, name: 'Odd Ball', position: 'RB' },
      team: 'Larks',
      owner: 'Ada Marlow',
      value: 120.25,
    },
  ],
  worst: [],
  ...overrides,
})

async function openDraft(
  draft: NonNullable<FakeResponses['GET /api/league/:league/insights/draft/']> = buildDraft(),
) {
  const { requests } = fakeServer({
    'GET /api/league/:league/insights/draft/': draft,
    'GET /api/league/:league/insights/draft/image/': errorResponse(503, 'busy', 'Try again.'),
  })
  const { screen } = await renderWithClient(
    <DraftView league="Sunday" seasons={[2026, 2025]} canManage={false} />,
    '/?league=Sunday&tab=history&view=draft&season=2025',
  )
  return { screen, requests }
}

async function renderDraft(draft?: Parameters<typeof openDraft>[0]) {
  return (await openDraft(draft)).screen
}

describe('the draft board', () => {
  it('has a round for each row and a column for each team', async () => {
    const screen = await renderDraft()
    const second = screen.getByRole('region', { name: 'Round 2' })
    await expect.element(second).toBeVisible()
    const picks = second.getByRole('listitem').elements()
    expect(picks.map((pick) => pick.textContent)).toEqual([
      expect.stringMatching(/^TE2\.01KeeperPlayer 3197\.0 pts/),
      expect.stringMatching(/^QB2\.02BustPlayer 4196\.0 pts−6\.0/),
    ])
    // The order of the picks turns around, the teams stay in their columns.
    expect(picks.map((pick) => (pick as HTMLElement).style.getPropertyValue('--column'))).toEqual(['2', '1'])
    expect(screen.getByRole('region', { name: 'Round 1' }).element().textContent).toContain('1.01Steal')
  })

  it('is shared as a picture', async () => {
    const { screen, requests } = await openDraft()
    await expect.element(screen.getByRole('region', { name: 'Round 2' })).toBeVisible()
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    await expect
      .poll(() => requests.at(-1)?.path)
      .toMatch(/^\/api\/league\/Sunday\/insights\/draft\/image\/\?season=2025/)
  })

  it('shows one round at a time on a phone', async () => {
    await viewport.viewport(390, 844)
    onTestFinished(() => viewport.viewport(1280, 800))
    const screen = await renderDraft()
    const first = screen.getByRole('region', { name: 'Round 1' })
    const second = screen.getByRole('region', { name: 'Round 2' })
    await expect.element(first).toBeVisible()
    await expect.element(second).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Next round' }).click()
    await expect.element(second).toBeVisible()
    await expect.element(first).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Next round' })).toBeDisabled()
    await screen.getByRole('combobox', { name: 'Round' }).selectOptions('Round 1')
    await expect.element(first).toBeVisible()
  })

  it('lists the picks of each team', async () => {
    const screen = await renderDraft()
    await screen.getByText('By team').click()
    const owls = screen.getByRole('region', { name: 'Owls' })
    await expect.element(owls).toMatchTextContent(/Player 2.*Player 3/)
  })

  it('grades the teams, best first, and explains how', async () => {
    const screen = await renderDraft()
    const grades = screen.getByRole('region', { name: 'Grades' }).getByRole('listitem')
    await expect.element(grades.first()).toMatchTextContent(/A−.*Owls.*\+12\.5 points, best: Player 2/)
    await screen.getByText('How picks are valued').click()
    await expect
      .element(
        screen.getByText(/the league's 3 drafts of this kind and about this length with stored lineups/),
      )
      .toBeVisible()
  })

  it('names the best picks of all time', async () => {
    const screen = await renderDraft()
    const best = screen.getByRole('region', { name: 'Best picks of all time' })
    await expect.element(best).toMatchTextContent(/Odd Ball.*RB · 2019, 4\.01 · Ada Marlow.*\+120\.3/)
    expect(screen.container.textContent).not.toContain('Worst picks')
  })

  it('sorts an auction by price', async () => {
    const picks = [5, 40, 12, 30].map((bid, index) => buildPick(index + 1, { bid, team_id: 1 }))
    const screen = await renderDraft(buildDraft({ kind: 'auction', picks }))
    const larks = screen.getByRole('region', { name: 'Larks' }).getByRole('listitem')
    await expect.element(larks.first()).toMatchTextContent(/\$40/)
    expect(larks.elements().map((pick) => /\$\d+/.exec(pick.textContent)?.[0])).toEqual([
      '$40',
      '$30',
      '$12',
      '$5',
    ])
  })

  it('has no values and grades before the end of the season', async () => {
    const teams = buildDraft().teams.map((team) => ({ ...team, value: null, grade: null }))
    const picks = [buildPick(1, { value: null, points: 12.34 })]
    const screen = await renderDraft(
      buildDraft({ values_unavailable: 'in_progress', teams, picks, best: [] }),
    )
    await expect.element(screen.getByText(/Values and grades follow after the season/)).toBeVisible()
    expect(screen.container.textContent).toContain('12.3 pts')
    expect(screen.container.textContent).not.toContain('Grades')
  })

  it.each([
    ['not_stored', "2025 isn't stored yet."],
    ['not_drafted', "2025 isn't drafted yet."],
    ['not_read', "The 2025 draft hasn't been read yet."],
    ['no_picks', 'No picks of the 2025 draft are known.'],
  ] as const)('says that the draft is %s', async (unavailable, text) => {
    const screen = await renderDraft(buildDraft({ unavailable, picks: [], teams: [], best: [] }))
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('says when a draft that is still to come begins', async () => {
    const draftAt = new Date(2025, 7, 30, 19, 0).toISOString()
    const screen = await renderDraft(
      buildDraft({ unavailable: 'not_drafted', draft_at: draftAt, picks: [], teams: [], best: [] }),
    )
    await expect.element(screen.getByText(/^Draft: Sat, Aug 30, 2025, 7:00\sPM$/)).toBeVisible()
    await expect.element(screen.getByText('The board appears after the draft.')).toBeVisible()
  })

  it('can be loaded again after an error', async () => {
    const screen = await renderDraft(errorResponse(500, 'internal_error', 'Internal server error.'))
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})
