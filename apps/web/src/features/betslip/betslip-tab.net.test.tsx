import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { leagueMetaQuery } from '../../api/operations.ts'
import { buildLeagueMeta } from '../../testing/account-fixtures.ts'
import { buildBets, buildLedger, buildPick } from '../../testing/betslip-fixtures.ts'
import { conflictResponse, errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { BetslipTab } from './betslip-tab.tsx'
import type { BetPick } from './use-bets.ts'

const GET_BETS = 'GET /api/league/:league/bets/'
const GET_LEDGER = 'GET /api/league/:league/bets/ledger/'
const SAVE_PICK = 'POST /api/league/:league/bets/save/'
const SETTLE_PICK = 'POST /api/league/:league/bets/settle/'
const REFRESH_FROM_SHEET = 'POST /api/league/:league/bets/admin/refresh/'
const GET_PICK_HISTORY = 'GET /api/league/:league/bets/history/'

type Bets = ReturnType<typeof buildBets>

async function renderTab(
  bets: Bets | (() => Bets),
  {
    isAdmin = false,
    timeZone = 'America/Chicago',
    hasLowestScorers = true,
    ...responses
  }: FakeResponses & Partial<Viewer> = {},
) {
  const server = fakeServer({ [GET_BETS]: bets, [GET_LEDGER]: buildLedger(), ...responses })
  const { screen, client } = await renderWithClient(
    <BetslipTab
      league="Sunday"
      seasons={[2026]}
      hasLowestScorers={hasLowestScorers}
      isAdmin={isAdmin}
      timeZone={timeZone}
    />,
  )
  const sentBodies = (key: string) =>
    server.requests.filter((sent) => sent.key === key).map(({ body }) => body)
  return { screen, client, server, sentBodies }
}

type Viewer = { isAdmin: boolean; timeZone: string; hasLowestScorers: boolean }

const OWN_PICK = buildPick('Dario Finch', 'Bills ML (-110)', { odds: -110, is_mine: true })
const LOCKED = { locked: true, now: '2026-09-27T12:00:00.000Z' }

it('shows the picture of each person who has picked, otherwise the initials', async () => {
  const picks = [OWN_PICK, buildPick('Mina Alder', 'Jets +3 (-110)')]
  const { screen, client } = await renderTab(buildBets({ picks }))
  const mina = screen.getByRole('row', { name: /^MA ?Mina Alder|^Mina Alder/ })
  await expect.element(mina).toBeVisible()
  const people = [{ name: 'Dario Finch', picture: '/favicon.svg', color: '#123456' }]
  client.setQueryData(leagueMetaQuery('Sunday').queryKey, buildLeagueMeta({ people }))
  const own = screen.getByRole('rowheader', { name: 'Dario Finch', exact: true })
  await expect.poll(() => own.element().querySelector('img')?.getAttribute('src')).toBe('/favicon.svg')
  expect(mina.element().querySelector('img')).toBe(null)
  expect(mina.element().textContent).toContain('MA')
})

it('shows a button for each of 17 weeks and the guidelines', async () => {
  const { screen } = await renderTab(buildBets())
  await expect.element(screen.getByRole('heading', { name: 'Weekly Parlay Picks' })).toBeVisible()
  const weeks = screen.getByRole('toolbar', { name: 'Week' }).getByRole('button')
  await expect.element(weeks.last()).toBeVisible()
  expect(weeks.elements().map((button) => button.textContent)).toEqual(
    Array.from({ length: 17 }, (_, index) => `W${index + 1}`),
  )
  await screen.getByText('Guidelines').click()
  for (const rule of [
    'a 12-leg parlay',
    'Saturday at 5pm CST',
    'capped at +200',
    'Only Sunday and Monday game bets are allowed.',
    'Opponents of picked teams cannot be picked.',
    '$10 in the regular season (Weeks 1–13) and $50 in the playoffs (Weeks 14–17)',
    'The Week 13 lowest scorer carries over to Week 1 of next year.',
  ]) {
    await expect.element(screen.getByText(rule)).toBeVisible()
  }
})

it('marks picks that were imported, also in their history', async () => {
  const imported = { by: null, at: '2026-10-11T18:30:00Z' }
  const change = {
    text: 'Bills ML (-110)',
    odds: -110,
    flags: [],
    at: imported.at,
    by: 'dario',
    via: 'page' as const,
  }
  const { screen } = await renderTab(buildBets({ picks: [{ ...OWN_PICK, imported }], ...LOCKED }), {
    [GET_PICK_HISTORY]: {
      season: 2026,
      week: 3,
      owner: 'Dario Finch',
      is_hidden: false,
      changes: [{ ...change, is_after_cutoff: false, imported }],
    },
  })
  const mark = screen.getByTitle('Imported by the server admin on Oct 11, 2026')
  await expect
    .element(screen.getByRole('row', { name: /Dario Finch/ }).getByTitle(/^Imported by/))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Pick history for Dario Finch' }).click()
  await expect.element(screen.getByRole('dialog').getByTitle(/^Imported by/)).toBeVisible()
  expect(mark.elements()).toHaveLength(2)
})

describe('the order of pick entry and picks', () => {
  const headings = (screen: Awaited<ReturnType<typeof renderTab>>['screen']) =>
    screen
      .getByRole('heading', { name: /^(Week 3 pick|Picks)$/ })
      .elements()
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((heading) => heading.textContent)

  it.each([
    ['no pick of an open week', buildBets(), ['Week 3 pick', 'Picks']],
    ['a pick of an open week', buildBets({ picks: [OWN_PICK], missing: [] }), ['Picks', 'Week 3 pick']],
    ['no pick of a locked week', buildBets(LOCKED), ['Picks', 'Week 3 pick']],
  ])('suits a person with %s', async (_, bets, order) => {
    const { screen } = await renderTab(bets)
    await expect.element(screen.getByRole('heading', { name: 'Picks', exact: true })).toBeVisible()
    expect(headings(screen)).toEqual(order)
  })

  it('has a way from the picks to the entry below them', async () => {
    const { screen } = await renderTab(buildBets({ picks: [OWN_PICK], missing: [] }))
    await screen.getByRole('button', { name: 'Go to the pick entry' }).click()
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(screen.getByRole('textbox', { name: 'Your pick' })).toHaveFocus()
  })

  it('stays when the pick is saved', async () => {
    let bets = buildBets()
    const { screen } = await renderTab(() => bets, {
      [SAVE_PICK]: () => {
        bets = buildBets({ picks: [OWN_PICK], missing: [] })
        return { message: 'Pick saved for Week 3.', pick: OWN_PICK }
      },
    })
    await screen.getByRole('textbox', { name: 'Your pick' }).fill('Bills ML (-110)')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('row', { name: /Dario Finch Bills ML/ })).toBeVisible()
    expect(headings(screen)).toEqual(['Week 3 pick', 'Picks'])
  })
})

describe('entering a pick', () => {
  it('saves the pick and shows non-blocking warnings', async () => {
    let bets = buildBets()
    const { screen, sentBodies } = await renderTab(() => bets, {
      [SAVE_PICK]: () => {
        bets = buildBets({ picks: [OWN_PICK], missing: ['Ada Quill'] })
        return { message: 'Pick saved for Week 3.', pick: OWN_PICK }
      },
    })
    const save = screen.getByRole('button', { name: 'Save pick' })
    const field = screen.getByRole('textbox', { name: 'Your pick' })
    await expect.element(save).toBeDisabled()
    await expect.element(screen.getByText('No picks yet.')).toBeVisible()
    await field.fill('Bills ML (300)')
    await expect.element(screen.getByText("Heads up: odds look unusual. We'll still save it.")).toBeVisible()
    await expect.element(screen.getByText('Guideline: odds capped at +200.')).toBeVisible()
    await field.fill('  Bills ML (-110) ')
    await expect.element(screen.getByText('Add the odds at the end, like (-110).')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Pick saved for Week 3.')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /Dario Finch Bills ML/ })).toBeVisible()
    await expect.element(field).toHaveValue('Bills ML (-110)')
    expect(sentBodies(SAVE_PICK)).toEqual([
      {
        season: 2026,
        week: 3,
        owner: 'Dario Finch',
        text: 'Bills ML (-110)',
        selection: null,
        expected: { text: null },
      },
    ])
    expect(screen.getByRole('combobox', { name: 'Owner' }).elements()).toEqual([])
  })

  it('keeps the draft and shows the reason when saving fails', async () => {
    const { screen } = await renderTab(buildBets({ picks: [OWN_PICK] }), {
      [SAVE_PICK]: errorResponse(423, 'week_locked', 'Picks for this week are locked.'),
    })
    const field = screen.getByRole('textbox', { name: 'Your pick' })
    await expect.element(field).toHaveValue('Bills ML (-110)')
    await field.fill('Jets ML (+150)')
    await screen.getByRole('button', { name: 'Save pick' }).click()
    const alert = screen.getByRole('alert')
    await expect.element(alert).toMatchTextContent('Failed to save pick')
    await expect.element(alert).toMatchTextContent('Picks for this week are locked.')
    await expect.element(field).toHaveValue('Jets ML (+150)')
  })

  it('lets admins save for another owner and replace a hidden pick', async () => {
    const { screen, sentBodies } = await renderTab(
      buildBets({ hides_picks: true, missing: [], picks: [OWN_PICK] }),
      {
        isAdmin: true,
        [SAVE_PICK]: { message: 'Saved.', pick: buildPick('Ada Quill', 'Jets ML (+150)') },
      },
    )
    await expect
      .element(screen.getByText('Picks are hidden until the cutoff. You can see only your own.'))
      .toBeVisible()
    await screen.getByRole('combobox', { name: 'Owner' }).selectOptions('Ada Quill')
    const field = screen.getByRole('textbox', { name: 'Pick' })
    await expect.element(field).toHaveValue('')
    await expect
      .element(screen.getByText(/Ada Quill already has a pick, hidden until the cutoff/))
      .toBeVisible()
    await field.fill('Jets ML (+150)')
    await screen.getByRole('button', { name: 'Save pick' }).click()
    await expect.element(screen.getByText('Saved.')).toBeVisible()
    expect(sentBodies(SAVE_PICK)).toEqual([
      { season: 2026, week: 3, owner: 'Ada Quill', text: 'Jets ML (+150)', selection: null },
    ])
  })
})

describe('when somebody else has changed the same thing', () => {
  const THEIRS = buildPick('Dario Finch', 'Colts ML (+120)', { is_mine: true })

  async function renderPickConflict() {
    let bets = buildBets({ picks: [OWN_PICK], missing: ['Ada Quill'] })
    const tab = await renderTab(() => bets, {
      [SAVE_PICK]: ({ body }) => {
        const { expected } = body as { selection: null; expected: { text: string } }
        if (expected.text === THEIRS.text) return { message: 'Pick saved for Week 3.', pick: OWN_PICK }
        bets = buildBets({ picks: [THEIRS], missing: ['Ada Quill'] })
        return conflictResponse({ text: THEIRS.text })
      },
    })
    const field = tab.screen.getByRole('textbox', { name: 'Your pick' })
    await field.fill('Jets ML (+150)')
    await tab.screen.getByRole('button', { name: 'Save pick' }).click()
    await expect
      .element(
        tab.screen.getByText('rowan changed the pick to “Colts ML (+120)” while you were editing.', {
          exact: true,
        }),
      )
      .toBeVisible()
    await expect.element(field).toHaveValue('Jets ML (+150)')
    expect(tab.screen.getByText('Failed to save pick').elements()).toEqual([])
    return { ...tab, field }
  }

  it('saves the own pick over theirs', async () => {
    const { screen, sentBodies } = await renderPickConflict()
    await screen.getByRole('button', { name: 'Save mine' }).click()
    await expect.element(screen.getByText('Pick saved for Week 3.')).toBeVisible()
    expect(sentBodies(SAVE_PICK)).toMatchObject([
      { text: 'Jets ML (+150)', selection: null, expected: { text: OWN_PICK.text } },
      { text: 'Jets ML (+150)', selection: null, expected: { text: THEIRS.text } },
    ])
  })

  it('keeps their pick', async () => {
    const { screen, field, sentBodies } = await renderPickConflict()
    await screen.getByRole('button', { name: 'Keep theirs' }).click()
    await expect.element(field).toHaveValue(THEIRS.text)
    expect(sentBodies(SAVE_PICK)).toHaveLength(1)
  })

  it('settles a pick again after another admin has', async () => {
    let result: BetPick['result'] = null
    const { screen, sentBodies } = await renderTab(
      () => buildBets({ ...LOCKED, picks: [{ ...OWN_PICK, result }] }),
      {
        isAdmin: true,
        [SETTLE_PICK]: ({ body }) => {
          if ((body as { expected: { result: unknown } }).expected.result === 'won') {
            result = 'lost'
            return { message: 'Settled.', pick: OWN_PICK, slip: buildBets().slip }
          }
          result = 'won'
          return conflictResponse({ result: 'won' })
        },
      },
    )
    const select = screen.getByRole('combobox', { name: 'Pick result for Dario Finch' })
    await select.selectOptions('Lost')
    await expect
      .element(screen.getByText('rowan marked the pick as Won while you were editing.'))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Save mine' }).click()
    await expect.element(select).toHaveValue('lost')
    expect(sentBodies(SETTLE_PICK).at(-1)).toMatchObject({ result: 'lost', expected: { result: 'won' } })
  })
})

describe('the cutoff', () => {
  it.each([
    ['America/Chicago', '1 h 0 min 0 s', 'Picks close Sat, Sep 26, 5:00 PM CDT.'],
    ['Pacific/Honolulu', '1 h 0 min 0 s', 'Picks close Sat, Sep 26, 12:00 PM HST.'],
  ])("is counted down by the server's clock for a viewer in %s", async (timeZone, timeLeft, until) => {
    const { screen } = await renderTab(buildBets(), { timeZone })
    const timer = screen.getByRole('timer', { name: 'Time left' })
    // A second may have passed since rendering.
    await expect.element(timer).toMatchTextContent(new RegExp(`${timeLeft}|59 min 5\\d s`))
    await expect.element(screen.getByText(until)).toBeVisible()
  })

  it.each([
    ['muted before', '2026-09-26T20:30:00.000Z', false],
    ['in the color of the numbers during', '2026-09-26T21:30:00.000Z', true],
  ])('is counted down with units that are %s the last hour', async (_, now, hasSameColor) => {
    const { screen } = await renderTab(buildBets({ now }))
    const timer = screen.getByRole('timer', { name: 'Time left' })
    const unit = timer.getByText('min', { exact: true })
    await expect.element(unit).toBeVisible()
    const [unitColor, timerColor] = [unit, timer].map((shown) => getComputedStyle(shown.element()).color)
    expect(unitColor === timerColor).toBe(hasSameColor)
  })

  it('comes earlier for a viewer whose 5 PM comes first', async () => {
    const { screen } = await renderTab(buildBets(), { timeZone: 'Europe/Berlin' })
    await expect
      .element(screen.getByText(/Entry closed at 5 PM your time \(Sat, Sep 26, 5:00 PM GMT\+2\)/))
      .toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Your pick' }).elements()).toEqual([])
  })

  it('explains why it comes before the cutoff of the league', async () => {
    const { screen } = await renderTab(buildBets({ now: '2026-09-26T10:00:00.000Z' }), {
      timeZone: 'Europe/Berlin',
    })
    await expect
      .element(
        screen.getByText(
          "Picks close Sat, Sep 26, 5:00 PM GMT+2: 5 PM your time is before the league's cutoff, Sun, Sep 27, 12:00 AM GMT+2.",
        ),
      )
      .toBeVisible()
  })

  it('closes entry and refetches the week while the page is open', async () => {
    let fetchCount = 0
    const { screen } = await renderTab(() => {
      fetchCount += 1
      return fetchCount === 1
        ? buildBets({ now: '2026-09-26T21:59:59.000Z' })
        : buildBets({ ...LOCKED, picks: [OWN_PICK] })
    })
    await expect.element(screen.getByRole('textbox', { name: 'Your pick' })).toBeVisible()
    await expect.element(screen.getByText(/^Picks locked Sat, Sep 26/)).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'Pending' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Your pick' }).elements()).toEqual([])
    expect(fetchCount).toBe(2)
  })
})

describe('a locked current week', () => {
  const weeks = buildBets().weeks.map((each) => ({ ...each, locked: each.week <= 3 }))
  const respond = ({ path }: { path: string }) =>
    path.includes('week=4')
      ? buildBets({ week: 4, weeks, cutoff: '2026-10-03T22:00:00.000Z', now: LOCKED.now })
      : buildBets({ ...LOCKED, weeks })

  it('leads to the first week that can still be edited, with a way to the running slip', async () => {
    const { screen } = await renderTab(buildBets(), { [GET_BETS]: respond })
    await expect.element(screen.getByRole('heading', { name: 'Week 4 pick' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Your pick' })).toBeVisible()
    await screen.getByRole('button', { name: 'See how its slip stands' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Week 3 pick' })).toBeVisible()
    await expect.element(screen.getByText(/^Picks locked Sat, Sep 26/)).toBeVisible()
  })
})

describe('a pick from the odds board', () => {
  const selection = { game_id: 401, market: 'moneyline', side: 'home', line: null } as const

  it('is saved with what it bets on, until its text is changed', async () => {
    const picks = [{ ...OWN_PICK, selection, is_from_board: true }]
    const { screen, sentBodies } = await renderTab(buildBets({ picks }), {
      'GET /api/league/:league/bets/board/': { season: 2026, week: 3, games: [] },
      [SAVE_PICK]: { message: 'Pick saved for Week 3.', pick: OWN_PICK },
    })
    await expect.element(screen.getByText('From the odds board: the final score settles it.')).toBeVisible()
    await screen.getByRole('button', { name: 'Save pick' }).click()
    await expect.poll(() => sentBodies(SAVE_PICK)).toMatchObject([{ selection }])
    await screen.getByRole('textbox', { name: 'Your pick' }).fill('Bills -3 (-110)')
    await screen.getByRole('button', { name: 'Save pick' }).click()
    await expect.poll(() => sentBodies(SAVE_PICK)[1]).toMatchObject({ selection: null })
  })

  it('in free text that is understood has a result to confirm', async () => {
    const picks = [{ ...OWN_PICK, selection, proposed_result: 'won' as const }]
    const { screen, sentBodies } = await renderTab(buildBets({ ...LOCKED, picks }), {
      isAdmin: true,
      'GET /api/league/:league/bets/board/': { season: 2026, week: 3, games: [] },
      [SETTLE_PICK]: { message: 'Settled.', pick: OWN_PICK, slip: buildBets().slip },
    })
    await screen.getByRole('button', { name: 'Confirm: won' }).click()
    await expect
      .poll(() => sentBodies(SETTLE_PICK))
      .toMatchObject([{ result: 'won', expected: { result: null } }])
  })

  it('that an admin has settled says so', async () => {
    const picks = [{ ...OWN_PICK, result: 'void' as const, settled_by: 'admin' as const }]
    const { screen } = await renderTab(buildBets({ ...LOCKED, picks }))
    await expect.element(screen.getByText('Void by an admin')).toBeVisible()
  })
})

describe('the slip', () => {
  const picks = [
    OWN_PICK,
    buildPick('Ada Quill', 'Jets ML (+150)', { odds: 150 }),
    buildPick('Hugo Barley', 'Lions ML', { flags: ['odds_missing'] }),
  ]

  it('shows the combined odds and the payout of any wager', async () => {
    const { screen } = await renderTab(buildBets({ picks, bet_amount: 50 }))
    const wager = screen.getByRole('textbox', { name: 'Wager' })
    await expect.element(wager).toHaveValue('50')
    await expect.element(screen.getByText('Minimum wager: $50.00')).toBeVisible()
    await expect.element(screen.getByText('3 of 12')).toBeVisible()
    // (1 + 100/110) × 2.5 = 4.7727…, and 50 × 3.7727… = 188.636…
    await expect.element(screen.getByText('4.77', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('+377', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('$188.64', { exact: true })).toBeVisible()
    await expect.element(screen.getByText("1 leg has no odds and isn't included.")).toBeVisible()
    await screen.getByRole('button', { name: '+$25' }).click()
    await expect.element(wager).toHaveValue('75')
    await expect.element(screen.getByText('$282.95', { exact: true })).toBeVisible()
    await wager.fill('12.50')
    await expect.element(screen.getByText('The minimum wager is $50.00.')).toBeVisible()
    await wager.fill('lots')
    await expect.element(screen.getByText('Enter an amount like 10 or 12.50.')).toBeVisible()
    await screen.getByRole('button', { name: 'Reset' }).click()
    await expect.element(wager).toHaveValue('50')
  })

  it('updates the payout as an admin settles legs', async () => {
    let result: 'void' | null = null
    const buildLockedBets = () =>
      buildBets({
        ...LOCKED,
        picks: [OWN_PICK, buildPick('Ada Quill', 'Jets ML (+150)', { odds: 150, result })],
      })
    const { screen, sentBodies } = await renderTab(buildLockedBets, {
      isAdmin: true,
      [SETTLE_PICK]: () => {
        result = 'void'
        return { message: 'Settled.', pick: OWN_PICK, slip: buildLockedBets().slip }
      },
    })
    await expect.element(screen.getByText('$37.73', { exact: true })).toBeVisible()
    await screen.getByRole('combobox', { name: 'Pick result for Ada Quill' }).selectOptions('Void')
    // The void leg counts as 1.0, which leaves 10 × 100/110.
    await expect.element(screen.getByText('$9.09', { exact: true })).toBeVisible()
    expect(sentBodies(SETTLE_PICK)).toEqual([
      { season: 2026, week: 3, owner: 'Ada Quill', result: 'void', expected: { result: null } },
    ])
  })
})

it('says why a league without head-to-head points has no lowest scorer', async () => {
  const { screen } = await renderTab(buildBets({ lowest_scorer: null }), { hasLowestScorers: false })
  await expect
    .element(
      screen.getByText('Only leagues with head-to-head points have a lowest scorer who covers the slip.'),
    )
    .toBeVisible()
})

it('switches weeks by button or arrow key and marks locked weeks', async () => {
  const { screen, server } = await renderTab(() => buildBets())
  const toolbar = screen.getByRole('toolbar', { name: 'Week' })
  const week = (name: string) => toolbar.getByRole('button', { name, exact: true })
  await expect.element(week('W3')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(week('W3')).toHaveAttribute('aria-current', 'true')
  await expect.element(week('W2')).toHaveAccessibleDescription('Locked')
  expect(toolbar.getByRole('button').elements()).toHaveLength(17)
  await week('W3').click()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(week('W2')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => server.requests.at(-1)?.path).toMatch(/week=2$/)
})

it('shows missing picks, the lowest scorer, and pick history', async () => {
  const change = {
    odds: -110,
    flags: [],
    by: 'Dario Finch',
    via: 'page' as const,
    is_after_cutoff: false,
  }
  const { screen } = await renderTab(
    buildBets({
      picks: [OWN_PICK],
      missing: ['Ada Quill'],
      lowest_scorer: {
        team: 'Fumblers',
        owner: 'Ada Quill',
        score: 71.25,
        season: 2026,
        week: 2,
        tied_with: ['Punters'],
      },
    }),
    {
      [GET_PICK_HISTORY]: {
        season: 2026,
        week: 3,
        owner: 'Dario Finch',
        is_hidden: false,
        changes: [
          { ...change, text: 'Bills ML (-110)', at: '2026-09-22T12:00:00.000Z' },
          {
            ...change,
            text: 'Jets ML (-105)',
            at: '2026-09-21T12:00:00.000Z',
            via: 'sheet',
            is_after_cutoff: true,
          },
        ],
      },
    },
  )
  await expect.element(screen.getByText('No pick yet: Ada Quill')).toBeVisible()
  await expect.element(screen.getByText('71.3')).toBeVisible()
  await expect
    .element(screen.getByText('Lowest scorer in Week 2, so covers the $10 Week 3 slip. Tied with Punters.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Pick history for Dario Finch' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Dario Finch, Week 3' })
  await expect.element(dialog.getByText('Jets ML (-105)')).toBeVisible()
  await expect
    .element(dialog.getByText(/Imported from the sheet by Dario Finch, after the week had locked/))
    .toBeVisible()
})

it('imports the sheet for admins and lists kept picks and skipped rows', async () => {
  let isPrivate = true
  const { screen } = await renderTab(buildBets({ has_sheet: true }), {
    isAdmin: true,
    [REFRESH_FROM_SHEET]: () =>
      isPrivate
        ? errorResponse(502, 'sheet_private', 'The sheet is private. Share it with anyone who has the link.')
        : {
            message: '2 picks imported.',
            imported: 2,
            unchanged: 1,
            kept: [2, 5].map((week) => ({ owner: 'Ada Quill', season: 2026, week })),
            skipped: [4, 9].map((row) => ({ row, reason: "No member matches 'Zed'." })),
            locked: 0,
            hidden: 0,
          },
  })
  const refresh = screen.getByRole('button', { name: 'Refresh from Google' })
  await refresh.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to refresh from Google')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The sheet is private.')
  isPrivate = false
  await refresh.click()
  await expect.element(screen.getByText('2 picks imported. 1 pick unchanged.')).toBeVisible()
  await expect.element(screen.getByText('Ada Quill, 2026 W2, W5')).toBeVisible()
  await expect.element(screen.getByText("No member matches 'Zed'. Rows 4, 9")).toBeVisible()
})

it('imports locked weeks only after the admin confirms it', async () => {
  const reason = "Week 1 is locked, so Ada Quill's pick was not imported."
  const { screen, server } = await renderTab(buildBets({ has_sheet: true }), {
    isAdmin: true,
    [REFRESH_FROM_SHEET]: ({ body }) => {
      const isIncluded = (body as { locked_weeks: boolean }).locked_weeks
      return {
        message: isIncluded ? '2 picks imported.' : '2 rows skipped.',
        imported: isIncluded ? 2 : 0,
        unchanged: 0,
        kept: [],
        skipped: isIncluded ? [] : [2, 3].map((row) => ({ row, reason })),
        locked: isIncluded ? 0 : 2,
        hidden: 0,
      }
    },
  })
  const sentChoices = () =>
    server.requests
      .filter(({ key }) => key === REFRESH_FROM_SHEET)
      .map(({ body }) => (body as { locked_weeks: boolean }).locked_weeks)
  await screen.getByRole('button', { name: 'Refresh from Google' }).click()
  await expect.element(screen.getByText(`${reason} Rows 2, 3`)).toBeVisible()
  await expect
    .element(screen.getByText('2 picks of locked weeks differ from the sheet and stayed as they are.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Import locked weeks too' }).click()
  await expect.element(screen.getByText(/This replaces 2 picks after the cutoff/)).toBeVisible()
  expect(sentChoices()).toEqual([false])
  await screen.getByRole('button', { name: 'Import locked weeks', exact: true }).click()
  await expect.element(screen.getByText('2 picks imported.')).toBeVisible()
  expect(sentChoices()).toEqual([false, true])
})

it('shows the season ledger', async () => {
  const slip = { legs: 2, unpriced: 0, product: '2.5' }
  const lowestScorer = {
    team: 'Fumblers',
    owner: 'Ada Quill',
    score: 70,
    season: 2026,
    week: 1,
    tied_with: [],
  }
  const { screen } = await renderTab(buildBets(), {
    [GET_LEDGER]: buildLedger({
      weeks: [
        {
          week: 2,
          bet_amount: 10,
          payer: lowestScorer,
          payment: { covered_by: 'Mina Alder', paid: true },
          slip: { ...slip, state: 'won', profit: '15.00', returned: '25.00' },
        },
        {
          week: 3,
          bet_amount: 10,
          payer: null,
          payment: { covered_by: null, paid: false },
          slip: { ...slip, state: 'open', profit: '15.00', returned: null },
        },
      ],
      payers: [
        { owner: 'Mina Alder', weeks: [2], paid: '10.00', unpaid_weeks: [] },
        { owner: 'Ada Quill', weeks: [4, 5], paid: '20.00', unpaid_weeks: [5] },
      ],
      totals: {
        staked: '10.00',
        returned: '25.00',
        balance: '15.00',
        open_weeks: [3],
        open_staked: '10.00',
      },
      members: [
        {
          owner: 'Ada Quill',
          won: 3,
          lost: 1,
          other: 1,
          hit_rate: 0.75,
          average_odds: 1.9132,
          best_hit: { week: 2, text: 'Jets ML (+150)', odds: 150 },
          streak: { result: 'won', length: 2 },
        },
        {
          owner: 'Dario Finch',
          won: 0,
          lost: 0,
          other: 0,
          hit_rate: null,
          average_odds: null,
          best_hit: null,
          streak: null,
        },
      ],
    }),
  })
  await screen.getByText('2026 season ledger').click()
  await expect.element(screen.getByText('This is a record only.')).toBeVisible()
  await expect
    .element(screen.getByRole('row', { name: 'W2 Mina Alder paid $10.00 Won $25.00' }))
    .toBeVisible()
  await expect.element(screen.getByText('Mina Alder W2, paid')).toBeVisible()
  await expect.element(screen.getByText('Ada Quill W4, W5, not paid: W5')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'W3 Unknown $10.00 Open —' })).toBeVisible()
  await expect.element(screen.getByText('$15.00', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Unsettled, and not in these sums: $10.00 (W3)')).toBeVisible()
  const rows = screen.getByRole('table', { name: 'Leaderboard' }).getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent('Ada Quill3-1-175%W21.91+150 in W2')
  await expect.element(rows.nth(2)).toMatchTextContent('Dario Finch0-0————')
})

it('draws the balance after each settled week', async () => {
  const week = (number: number, returned: string | null) => ({
    week: number,
    bet_amount: 10,
    payer: null,
    payment: { covered_by: null, paid: false },
    slip: { legs: 1, unpriced: 0, product: '2.5', state: 'won' as const, profit: '0.00', returned },
  })
  const { screen } = await renderTab(buildBets(), {
    [GET_LEDGER]: buildLedger({ weeks: [week(1, '0.00'), week(2, null), week(3, '25.50')] }),
  })
  await screen.getByText('2026 season ledger').click()
  const chart = screen.getByRole('img', { name: 'The balance is $5.50 after 2 settled weeks.' })
  await expect.element(chart).toBeVisible()
  await screen.getByText('View as table').click()
  await expect.element(screen.getByRole('row', { name: '1 −$10.00' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: '3 $5.50' })).toBeVisible()
})

it('shows an error with a retry button when loading fails', async () => {
  const { screen } = await renderTab(buildBets(), {
    [GET_BETS]: errorResponse(403, 'no_betslip', "This league doesn't have a Betslip."),
  })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to load the Betslip')
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

describe('who covers the slip', () => {
  const NOTE_PAYMENT = 'POST /api/league/:league/bets/payment/'
  const LOWEST = { team: 'Fumblers', owner: 'Ada Quill', score: 70, season: 2026, week: 2, tied_with: [] }

  it('lets the one who covers it note that it is paid, and undo it', async () => {
    let payment = { covered_by: null as string | null, paid: false, can_note: true }
    const { screen, sentBodies } = await renderTab(() => buildBets({ lowest_scorer: LOWEST, payment }), {
      [NOTE_PAYMENT]: ({ body }: { body: unknown }) => {
        payment = { ...payment, ...(body as { paid: boolean }) }
        return { message: 'Saved.', payment }
      },
    })
    const paid = screen.getByRole('checkbox', { name: 'Paid' })
    await paid.click()
    await expect.element(paid).toBeChecked()
    await paid.click()
    await expect.element(paid).not.toBeChecked()
    expect(sentBodies(NOTE_PAYMENT)).toEqual([
      { season: 2026, week: 3, paid: true },
      { season: 2026, week: 3, paid: false },
    ])
    await expect.element(screen.getByRole('combobox', { name: 'Covered by' })).not.toBeInTheDocument()
  })

  it('lets an admin name somebody else, or the lowest scorer again', async () => {
    let payment = { covered_by: null as string | null, paid: false, can_note: true }
    const { screen, sentBodies } = await renderTab(() => buildBets({ lowest_scorer: LOWEST, payment }), {
      isAdmin: true,
      [NOTE_PAYMENT]: ({ body }: { body: unknown }) => {
        payment = { ...payment, ...(body as { covered_by: string | null }) }
        return { message: 'Saved.', payment }
      },
    })
    const owner = screen.getByRole('combobox', { name: 'Covered by' })
    await expect.element(owner).toHaveDisplayValue('Lowest scorer (Ada Quill)')
    await owner.selectOptions('Dario Finch')
    await expect.element(owner).toHaveDisplayValue('Dario Finch')
    await owner.selectOptions('Lowest scorer (Ada Quill)')
    await expect.element(owner).toHaveDisplayValue('Lowest scorer (Ada Quill)')
    expect(sentBodies(NOTE_PAYMENT)).toEqual([
      { season: 2026, week: 3, covered_by: 'Dario Finch' },
      { season: 2026, week: 3, covered_by: null },
    ])
  })

  it('tells the others, and why a note was not saved', async () => {
    const { screen } = await renderTab(
      buildBets({
        lowest_scorer: LOWEST,
        payment: { covered_by: 'Dario Finch', paid: true, can_note: false },
      }),
    )
    await expect.element(screen.getByText('Covered by Dario Finch.')).toBeVisible()
    await expect.element(screen.getByText('Paid.')).toBeVisible()
    await expect.element(screen.getByRole('checkbox', { name: 'Paid' })).not.toBeInTheDocument()
    const refused = await renderTab(
      buildBets({ lowest_scorer: LOWEST, payment: { covered_by: null, paid: false, can_note: true } }),
      { [NOTE_PAYMENT]: errorResponse(403, 'not_allowed', 'You may not do that.') },
    )
    await refused.screen.getByRole('checkbox', { name: 'Paid' }).click()
    await expect.element(refused.screen.getByText('You may not do that.')).toBeVisible()
  })
})

it('offers the picks of the week and of the season as CSV', async () => {
  const { screen } = await renderTab(buildBets())
  const href = (name: string) =>
    screen.getByRole('link', { name, exact: true }).element().getAttribute('href')
  await expect.element(screen.getByRole('link', { name: '2026 season' })).toBeVisible()
  expect([href('Week 3'), href('2026 season')]).toEqual([
    '/api/league/Sunday/bets/export/?season=2026&week=3',
    '/api/league/Sunday/bets/export/?season=2026',
  ])
})
