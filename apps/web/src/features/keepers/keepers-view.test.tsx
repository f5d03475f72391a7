import { describe, expect, it, onTestFinished } from 'vitest'
import { page as viewport } from 'vitest/browser'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { KeeperRuleSection } from './keeper-rule-section.tsx'
import { KeepersView } from './keepers-view.tsx'
import type { Keeper, KeeperRule, Keepers } from './use-keepers.ts'

const KEEPERS = 'GET /api/league/:league/insights/keepers/'
const SAVE = 'POST /api/league/:league/keeper-rule/'

const RULE: KeeperRule = {
  unit: 'round',
  step: 1,
  undrafted: 'last_round',
  undrafted_cost: null,
  max_years: 2,
  max_keepers: 2,
}

type Step = Keeper['steps'][number]

const buildStep = (overrides: Partial<Step> = {}): Step => ({
  season: 2025,
  how: 'draft',
  team: 'Larks',
  from_team: null,
  week: null,
  bid: null,
  round: 5,
  ...overrides,
})

const buildKeeper = (playerId: number, name: string, overrides: Partial<Keeper> = {}): Keeper => ({
  team_id: 1,
  player: { player_id: playerId, name, position: 'WR', nfl_team: 'CHI' },
  steps: [buildStep()],
  has_origin: true,
  years_kept: 0,
  kept_since: null,
  next_cost: 4,
  obstacle: null,
  ...overrides,
})

const buildKeepers = (overrides: Partial<Keepers> = {}): Keepers => ({
  season: 2025,
  unavailable: null,
  is_finished: true,
  week: 17,
  draft_unavailable: null,
  has_all_transactions: true,
  rule: RULE,
  my_team_id: 1,
  teams: [
    { team_id: 1, name: 'Larks', logo: null, color: null, owner: 'Ada Marlow' },
    { team_id: 2, name: 'Harbor Herons', logo: null, color: null, owner: null },
  ],
  players: [
    buildKeeper(11, 'Rook Calloway', {
      steps: [
        buildStep({ season: 2023, team: 'Harbor Herons', round: 7 }),
        buildStep({ season: 2024, how: 'trade', from_team: 'Harbor Herons', week: 6, round: null }),
        buildStep({ how: 'keeper' }),
      ],
      years_kept: 1,
      kept_since: 2025,
    }),
    buildKeeper(12, 'Ned Castle', { next_cost: 4 }),
    buildKeeper(13, 'Odd Ball', {
      steps: [buildStep({ how: 'waiver', week: 3, bid: 12, round: null })],
      next_cost: 16,
    }),
    buildKeeper(14, 'Abe Ames', { team_id: 2, next_cost: null, obstacle: 'first_round' }),
    buildKeeper(15, 'Nobody Knows', {
      team_id: 2,
      steps: [],
      has_origin: false,
      next_cost: null,
      obstacle: 'unknown',
    }),
  ],
  ...overrides,
})

async function renderKeepers(
  keepers: NonNullable<FakeResponses[typeof KEEPERS]> = buildKeepers(),
  query = '&season=2025&team=0',
  canManage = false,
) {
  fakeServer({ [KEEPERS]: keepers })
  const { screen, page } = await renderWithClient(
    <KeepersView league="Sunday" seasons={[2026, 2025]} canManage={canManage} />,
    `/?league=Sunday&tab=history&view=keepers${query}`,
  )
  const names = () =>
    screen
      .getByRole('rowheader')
      .elements()
      .map((header) => header.querySelector('a')?.textContent)
  return { screen, page, names }
}

describe('the keeper ledger', () => {
  it("lists all players with their way and their cost, the user's team first", async () => {
    const { screen, names } = await renderKeepers()
    await expect.element(screen.getByRole('heading', { name: 'Keepers for 2026' })).toBeVisible()
    await expect.poll(names).toEqual(['Rook Calloway', 'Ned Castle', 'Odd Ball', 'Abe Ames', 'Nobody Knows'])
    const rows = screen.getByRole('row').elements().slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(
        /2023 Drafted by Harbor Herons in round 72024 Traded from Harbor Herons to Larks in Week 62025 Kept by Larks in round 51 year, since 2025Round 4$/,
      ),
      expect.stringMatching(/2025 Drafted by Larks in round 5Not yetRound 4$/),
      expect.stringMatching(/2025 Claimed off waivers by Larks in Week 3 for \$12Not yetRound 16$/),
      expect.stringMatching(/Not eligible: no round before the first$/),
      expect.stringMatching(/Unknown—Cost unknown$/),
    ])
    await expect
      .element(
        screen.getByText(
          'A keeper costs a pick 1 round earlier than last time. Players who were not drafted cost the last round. A player can be kept for at most 2 years in a row. A team can keep at most 2 players.',
        ),
      )
      .toBeVisible()
  })

  it("starts with the user's own team, from which all teams can be chosen", async () => {
    const { screen, names, page } = await renderKeepers(buildKeepers(), '&season=2025')
    await expect.poll(names).toEqual(['Rook Calloway', 'Ned Castle', 'Odd Ball'])
    await expect.element(screen.getByRole('combobox', { name: 'Team' })).toHaveValue('1')
    await screen.getByRole('combobox', { name: 'Team' }).selectOptions('All teams')
    await expect.poll(names).toHaveLength(5)
    expect(page.win.location.search).toContain('team=0')
    await screen.getByRole('combobox', { name: 'Team' }).selectOptions('Harbor Herons')
    await expect.poll(names).toEqual(['Abe Ames', 'Nobody Knows'])
  })

  it('starts with all teams for users without one', async () => {
    const { names } = await renderKeepers(buildKeepers({ my_team_id: null }), '&season=2025')
    await expect.poll(names).toHaveLength(5)
  })

  it.each([
    [true, null, 1],
    [true, RULE, 0],
    [false, null, 0],
  ])(
    'links to the settings of the rule for admins without one (admin: %s)',
    async (canManage, rule, count) => {
      const { screen } = await renderKeepers(buildKeepers({ rule }), '&season=2025', canManage)
      await expect.element(screen.getByRole('combobox', { name: 'Team' })).toBeVisible()
      const links = screen.getByRole('link', { name: 'Write it in Admin Tools' })
      expect(links.elements()).toHaveLength(count)
      if (count === 1)
        await expect
          .element(links)
          .toHaveAttribute('href', '/?route=admin&league=Sunday&section=league-settings')
    },
  )

  it('sorts by cost, the cheapest first, and by player', async () => {
    const { screen, names } = await renderKeepers()
    await screen.getByRole('button', { name: 'Cost in 2026' }).click()
    expect(names()).toEqual(['Odd Ball', 'Rook Calloway', 'Ned Castle', 'Abe Ames', 'Nobody Knows'])
    await screen.getByRole('button', { name: 'Cost in 2026' }).click()
    expect(names().slice(2)).toEqual(['Odd Ball', 'Abe Ames', 'Nobody Knows'])
    await screen.getByRole('button', { name: 'Player' }).click()
    expect(names()[0]).toBe('Abe Ames')
  })

  it('shows one team, and what its players cost together', async () => {
    const { screen, names, page } = await renderKeepers()
    await screen.getByRole('combobox', { name: 'Team' }).selectOptions('Larks (yours)')
    expect(page.win.location.search).toContain('team=1')
    expect(names()).toEqual(['Rook Calloway', 'Ned Castle', 'Odd Ball'])
    for (const name of ['Rook Calloway', 'Ned Castle'])
      await screen.getByRole('checkbox', { name: `Keep ${name}` }).click()
    await expect
      .element(screen.getByText('2 of 2 keepers: Rook Calloway (Round 4), Ned Castle (Round 3).'))
      .toBeVisible()
    await screen.getByRole('checkbox', { name: 'Keep Odd Ball' }).click()
    await expect.element(screen.getByText("That's more than the 2 players a team can keep.")).toBeVisible()
  })

  it('has a table to download', async () => {
    const { screen } = await renderKeepers()
    await expect
      .element(screen.getByRole('link', { name: 'Download CSV' }))
      .toHaveAttribute('href', '/api/league/Sunday/insights/keepers/export/?season=2025')
  })

  it.each<[Partial<Keepers>, RegExp]>([
    [{ rule: null }, /There's no keeper rule yet/],
    [{ is_finished: false, week: 5 }, /As of Week 5\. Trades and pickups can still change this\./],
    [{ draft_unavailable: 'not_read' }, /The 2025 draft hasn't been read yet/],
    [{ draft_unavailable: 'no_picks' }, /No picks of the 2025 draft are known/],
    [{ has_all_transactions: false }, /Not all transactions of 2025 are stored/],
    [{ unavailable: 'not_stored', players: [] }, /2025 isn't stored yet\./],
    [{ unavailable: 'not_drafted', players: [] }, /2025 isn't drafted yet\./],
    [{ unavailable: 'no_rosters', players: [] }, /No rosters of 2025 are stored\./],
  ])('says what is missing: %o', async (overrides, text) => {
    const { screen } = await renderKeepers(buildKeepers(overrides))
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('has no column of costs without a rule, nor of years while nobody was kept', async () => {
    const { screen } = await renderKeepers(
      buildKeepers({ rule: null, players: [buildKeeper(11, 'Rook Calloway', { next_cost: null })] }),
    )
    await expect.element(screen.getByRole('columnheader', { name: 'Acquired' })).toBeVisible()
    await expect.element(screen.getByRole('columnheader', { name: 'Cost in 2026' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('columnheader', { name: 'Kept' })).not.toBeInTheDocument()
  })

  it('fits on a phone', async () => {
    await viewport.viewport(390, 844)
    onTestFinished(() => viewport.viewport(1280, 800))
    const { screen, names } = await renderKeepers(buildKeepers(), '&season=2025&team=1')
    await expect.element(screen.getByText('Rook Calloway')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await screen.getByRole('radio', { name: 'Cost in 2026' }).click({ force: true })
    expect(names()[0]).toBe('Odd Ball')
  })
})

describe('the keeper rule', () => {
  it('is written by an admin', async () => {
    const server = fakeServer({
      [KEEPERS]: buildKeepers({ rule: null }),
      [SAVE]: { message: 'Keeper rule saved for Sunday.', rule: RULE },
    })
    const { screen } = await renderWithClient(<KeeperRuleSection league="Sunday" />)
    const save = screen.getByRole('button', { name: 'Save keeper rule' })
    await expect.element(save).toBeDisabled()
    ;(save.element() as HTMLElement).click()
    expect(server.requests.some(({ key }) => key === SAVE)).toBe(false)
    await screen.getByLabelText('Keepers cost').selectOptions('Auction dollars')
    await screen.getByLabelText('Dollars more than last time').fill('5')
    await screen.getByLabelText("Players who weren't drafted").selectOptions('Cost a fixed price')
    await screen.getByLabelText('Price in dollars').fill('8')
    await screen.getByLabelText('Keepers per team (optional)').fill('3')
    await save.click()
    await expect.poll(() => server.requests.filter(({ key }) => key === SAVE)).toHaveLength(1)
    expect(server.requests.find(({ key }) => key === SAVE)?.body).toEqual({
      unit: 'price',
      step: 5,
      undrafted: 'fixed',
      undrafted_cost: 8,
      max_years: null,
      max_keepers: 3,
    })
  })

  it('says that it is saved, and lets it be changed again', async () => {
    let rule: KeeperRule | null = null
    fakeServer({
      [KEEPERS]: () => buildKeepers({ rule }),
      [SAVE]: () => {
        rule = RULE
        return { message: 'Keeper rule saved for Sunday.', rule }
      },
    })
    const { screen } = await renderWithClient(<KeeperRuleSection league="Sunday" />)
    await screen.getByLabelText('Keepers cost').selectOptions('A draft pick')
    await screen.getByRole('button', { name: 'Save keeper rule' }).click()
    await expect.element(screen.getByText('Keeper rule saved for Sunday.')).toBeVisible()
    await expect.element(screen.getByLabelText('Keepers per team (optional)')).toHaveValue('2')
    const save = screen.getByRole('button', { name: 'Save keeper rule' })
    await expect.element(save).toBeDisabled()
    await expect.element(save).toHaveFocus()
    await screen.getByLabelText('Keepers per team (optional)').fill('4')
    await expect.element(screen.getByText('Keeper rule saved for Sunday.')).not.toBeInTheDocument()
    await expect.element(save).toBeEnabled()
  })

  it('does not take a text for no limit', async () => {
    const server = fakeServer({ [KEEPERS]: buildKeepers() })
    const { screen } = await renderWithClient(<KeeperRuleSection league="Sunday" />)
    await screen.getByLabelText('Years in a row (optional)').fill('three')
    await screen.getByRole('button', { name: 'Save keeper rule' }).click()
    await expect.element(screen.getByText('Enter a whole number.')).toBeVisible()
    await expect.element(screen.getByLabelText('Years in a row (optional)')).toHaveFocus()
    expect(server.requests.some(({ key }) => key === SAVE)).toBe(false)
  })

  it('is shown as saved, can be removed, and says what is wrong beside the field', async () => {
    const server = fakeServer({
      [KEEPERS]: buildKeepers(),
      [SAVE]: errorResponse(400, 'invalid_input', 'Invalid.', {
        max_years: 'The number of years must be 1 or more.',
      }),
    })
    const { screen } = await renderWithClient(<KeeperRuleSection league="Sunday" />)
    await expect.element(screen.getByLabelText('Rounds earlier than last time')).toHaveValue('1')
    await screen.getByLabelText('Years in a row (optional)').fill('0')
    await screen.getByRole('button', { name: 'Save keeper rule' }).click()
    await expect.element(screen.getByText('The number of years must be 1 or more.')).toBeVisible()
    await screen.getByLabelText('Keepers cost').selectOptions('No keepers')
    await screen.getByRole('button', { name: 'Save keeper rule' }).click()
    await expect.poll(() => server.requests.at(-1)?.body).toEqual({ unit: null })
  })
})
