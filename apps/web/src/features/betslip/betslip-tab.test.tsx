import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildBets, buildLedger, buildPick } from '../../testing/betslip-fixtures.ts'
import { errorResponse, type FakeResponses, fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { BetslipTab } from './betslip-tab.tsx'

const GET_BETS = 'GET /api/league/:league/bets/'
const GET_LEDGER = 'GET /api/league/:league/bets/ledger/'
const SAVE_PICK = 'POST /api/league/:league/bets/save/'
const SETTLE_PICK = 'POST /api/league/:league/bets/settle/'
const REFRESH_FROM_SHEET = 'POST /api/league/:league/bets/admin/refresh/'
const GET_PICK_HISTORY = 'GET /api/league/:league/bets/history/'

type Bets = ReturnType<typeof buildBets>

async function renderTab(
  bets: Bets | (() => Bets),
  { isAdmin = false, timeZone = 'America/Chicago', ...answers }: FakeResponses & Partial<Viewer> = {},
) {
  const server = fakeServer({ [GET_BETS]: bets, [GET_LEDGER]: buildLedger(), ...answers })
  const screen = await renderWithProviders(
    <BetslipTab league="Sunday" seasons={[2026]} isAdmin={isAdmin} timeZone={timeZone} />,
  )
  const sentBodies = (key: string) =>
    server.requests.filter((sent) => sent.key === key).map(({ body }) => body)
  return { screen, server, bodies: sentBodies }
}

type Viewer = { isAdmin: boolean; timeZone: string }

const OWN_PICK = buildPick('Dario Finch', 'Bills ML (-110)', { odds: -110, is_mine: true })
const LOCKED = { locked: true, now: '2026-09-27T12:00:00.000Z' }

it('has a button for each of 17 weeks, and the guidelines', async () => {
  const { screen } = await renderTab(buildBets())
  await expect.element(screen.getByRole('heading', { name: 'Weekly Parlay Picks' })).toBeVisible()
  const weeks = screen.getByRole('toolbar', { name: 'Week' }).getByRole('button')
  await expect.element(weeks.last()).toBeVisible()
  expect(weeks.elements().map((button) => button.textContent)).toEqual(
    Array.from({ length: 17 }, (_, index) => `W${index + 1}`),
  )
  await screen.getByText('Guidelines').click()
  for (const rule of [
    'a parlay of 12 legs',
    'Saturday at 5pm CST',
    'capped at +200',
    'Only bets on Sunday and Monday games.',
    'The opponents of teams that are picked cannot be picked.',
    '$10 in the regular season, weeks 1–13, and $50 in the playoffs, weeks 14–17',
    'The lowest scorer of week 13 carries over to week 1 of next year.',
  ]) {
    await expect.element(screen.getByText(rule)).toBeVisible()
  }
})

describe('entering a pick', () => {
  it('saves it, and shows the warnings that do not stop it', async () => {
    let bets = buildBets()
    const { screen, bodies } = await renderTab(() => bets, {
      [SAVE_PICK]: () => {
        bets = buildBets({ picks: [OWN_PICK], missing: ['Ada Quill'] })
        return { message: 'The pick of Dario Finch for week 3 is saved.', pick: OWN_PICK }
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
    await expect.element(screen.getByText('End it with the odds in parentheses.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('The pick of Dario Finch for week 3 is saved.')).toBeVisible()
    await expect.element(screen.getByRole('row', { name: /Dario Finch Bills ML/ })).toBeVisible()
    await expect.element(field).toHaveValue('Bills ML (-110)')
    expect(bodies(SAVE_PICK)).toEqual([
      { season: 2026, week: 3, owner: 'Dario Finch', text: 'Bills ML (-110)' },
    ])
    expect(screen.getByRole('combobox', { name: 'Owner' }).elements()).toEqual([])
  })

  it('keeps what was written when it fails, with the reason', async () => {
    const { screen } = await renderTab(buildBets({ picks: [OWN_PICK] }), {
      [SAVE_PICK]: errorResponse(423, 'week_locked', 'This week is locked.'),
    })
    const field = screen.getByRole('textbox', { name: 'Your pick' })
    await expect.element(field).toHaveValue('Bills ML (-110)')
    await field.fill('Jets ML (+150)')
    await screen.getByRole('button', { name: 'Save pick' }).click()
    const alert = screen.getByRole('alert')
    await expect.element(alert).toHaveTextContent('Failed to save pick')
    await expect.element(alert).toHaveTextContent('This week is locked.')
    await expect.element(field).toHaveValue('Jets ML (+150)')
  })

  it('lets admins save for another owner, also over a pick that is hidden from them', async () => {
    const { screen, bodies } = await renderTab(
      buildBets({ hides_picks: true, missing: [], picks: [OWN_PICK] }),
      {
        isAdmin: true,
        [SAVE_PICK]: { message: 'Saved.', pick: buildPick('Ada Quill', 'Jets ML (+150)') },
      },
    )
    await expect
      .element(screen.getByText('Until the cut-off everyone sees only their own pick.'))
      .toBeVisible()
    await screen.getByRole('combobox', { name: 'Owner' }).selectOptions('Ada Quill')
    const field = screen.getByRole('textbox', { name: 'Pick' })
    await expect.element(field).toHaveValue('')
    await expect.element(screen.getByText(/Ada Quill has a pick, hidden until the cut-off/)).toBeVisible()
    await field.fill('Jets ML (+150)')
    await screen.getByRole('button', { name: 'Save pick' }).click()
    await expect.element(screen.getByText('Saved.')).toBeVisible()
    expect(bodies(SAVE_PICK)).toEqual([{ season: 2026, week: 3, owner: 'Ada Quill', text: 'Jets ML (+150)' }])
  })
})

describe('the cut-off', () => {
  it.each([
    ['America/Chicago', '1 h 0 min 0 s', 'left until Saturday, September 26 at 5:00 PM CDT.'],
    ['Pacific/Honolulu', '1 h 0 min 0 s', 'left until Saturday, September 26 at 12:00 PM HST.'],
  ])('is counted down to by the server’s clock for a viewer in %s', async (timeZone, left, until) => {
    const { screen } = await renderTab(buildBets(), { timeZone })
    const timer = screen.getByRole('timer', { name: 'Time left' })
    // A second may have passed since.
    await expect.element(timer).toHaveTextContent(new RegExp(`${left}|59 min 5\\d s`))
    await expect.element(screen.getByText(until)).toBeVisible()
  })

  it('comes earlier for a viewer whose own Saturday ends first', async () => {
    const { screen } = await renderTab(buildBets(), { timeZone: 'Europe/Berlin' })
    await expect
      .element(screen.getByText(/Entry closed here Saturday, September 26 at 5:00 PM GMT\+2/))
      .toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Your pick' }).elements()).toEqual([])
  })

  it('ends entry and reads the week again while it is looked at', async () => {
    let reads = 0
    const { screen } = await renderTab(() => {
      reads += 1
      return reads === 1
        ? buildBets({ now: '2026-09-26T21:59:59.000Z' })
        : buildBets({ ...LOCKED, picks: [OWN_PICK] })
    })
    await expect.element(screen.getByRole('textbox', { name: 'Your pick' })).toBeVisible()
    await expect.element(screen.getByText(/^Locked since Saturday, September 26/)).toBeVisible()
    await expect.element(screen.getByRole('cell', { name: 'Open' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Your pick' }).elements()).toEqual([])
    expect(reads).toBe(2)
  })
})

describe('the slip', () => {
  const picks = [
    OWN_PICK,
    buildPick('Ada Quill', 'Jets ML (+150)', { odds: 150 }),
    buildPick('Hugo Barley', 'Lions ML', { flags: ['odds_missing'] }),
  ]

  it('totals the legs, and what any wager wins', async () => {
    const { screen } = await renderTab(buildBets({ picks, bet_amount: 50 }))
    const wager = screen.getByRole('textbox', { name: 'Wager' })
    await expect.element(wager).toHaveValue('50')
    await expect.element(screen.getByText('Minimum wager: $50.00')).toBeVisible()
    await expect.element(screen.getByText('3 of 12')).toBeVisible()
    // (1 + 100/110) × 2.5 = 4.7727…, and 50 × 3.7727… = 188.636…
    await expect.element(screen.getByText('4.77', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('+377', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('$188.64', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('1 leg without a price is left out.')).toBeVisible()
    await screen.getByRole('button', { name: '+$25' }).click()
    await expect.element(wager).toHaveValue('75')
    await expect.element(screen.getByText('$282.95', { exact: true })).toBeVisible()
    await wager.fill('12.50')
    await expect.element(screen.getByText('The minimum wager is $50.00.')).toBeVisible()
    await wager.fill('lots')
    await expect.element(screen.getByText('Enter an amount such as 10 or 12.50.')).toBeVisible()
    await screen.getByRole('button', { name: 'Reset' }).click()
    await expect.element(wager).toHaveValue('50')
  })

  it('is priced again as an admin settles its legs', async () => {
    let result: 'void' | null = null
    const locked = () =>
      buildBets({
        ...LOCKED,
        picks: [OWN_PICK, buildPick('Ada Quill', 'Jets ML (+150)', { odds: 150, result })],
      })
    const { screen, bodies } = await renderTab(locked, {
      isAdmin: true,
      [SETTLE_PICK]: () => {
        result = 'void'
        return { message: 'Settled.', pick: OWN_PICK, slip: locked().slip }
      },
    })
    await expect.element(screen.getByText('$37.73', { exact: true })).toBeVisible()
    await screen.getByRole('combobox', { name: 'Result of the pick of Ada Quill' }).selectOptions('Void')
    // The void leg counts 1.0: 10 × 100/110 is left.
    await expect.element(screen.getByText('$9.09', { exact: true })).toBeVisible()
    expect(bodies(SETTLE_PICK)).toEqual([{ season: 2026, week: 3, owner: 'Ada Quill', result: 'void' }])
  })
})

it('goes to another week by button or arrow, and tells which are locked', async () => {
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
  expect(server.requests.at(-1)?.path).toMatch(/week=2$/)
})

it('says who has no pick, who pays, and what a pick was before', async () => {
  const change = { odds: -110, flags: [], by: 'Dario Finch', via: 'page' as const }
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
          { ...change, text: 'Jets ML (-105)', at: '2026-09-21T12:00:00.000Z', via: 'sheet' },
        ],
      },
    },
  )
  await expect.element(screen.getByText('No pick yet: Ada Quill')).toBeVisible()
  await expect.element(screen.getByText('71.3')).toBeVisible()
  await expect
    .element(
      screen.getByText('Pays the $10 slip of week 3 for the least points in week 2. Tied with Punters.'),
    )
    .toBeVisible()
  await screen.getByRole('button', { name: 'Changes of the pick of Dario Finch' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Dario Finch, week 3' })
  await expect.element(dialog.getByText('Jets ML (-105)')).toBeVisible()
  await expect.element(dialog.getByText(/from the sheet by Dario Finch/)).toBeVisible()
})

it('reads the sheet for admins, and tells what it kept and skipped', async () => {
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
            skipped: [4, 9].map((row) => ({ row, reason: "No member is called 'Zed'." })),
          },
  })
  const refresh = screen.getByRole('button', { name: 'Refresh from Google' })
  await refresh.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to refresh from Google')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The sheet is private.')
  isPrivate = false
  await refresh.click()
  await expect.element(screen.getByText('2 picks imported. Already here: 1.')).toBeVisible()
  await expect.element(screen.getByText('Ada Quill, 2026 W2, W5')).toBeVisible()
  await expect.element(screen.getByText("No member is called 'Zed'. Rows 4, 9")).toBeVisible()
})

it('shows the books of the season', async () => {
  const slip = { legs: 2, unpriced: 0, product: '2.5' }
  const payer = { team: 'Fumblers', owner: 'Ada Quill', score: 70, season: 2026, week: 1, tied_with: [] }
  const { screen } = await renderTab(buildBets(), {
    [GET_LEDGER]: buildLedger({
      weeks: [
        {
          week: 2,
          bet_amount: 10,
          payer,
          slip: { ...slip, state: 'won', profit: '15.00', returned: '25.00' },
        },
        {
          week: 3,
          bet_amount: 10,
          payer: null,
          slip: { ...slip, state: 'open', profit: '15.00', returned: null },
        },
      ],
      payers: [{ owner: 'Ada Quill', weeks: [2], paid: '10.00' }],
      totals: { staked: '20.00', returned: '25.00', balance: '15.00', open_weeks: [3] },
    }),
  })
  await screen.getByText('Season ledger 2026').click()
  await expect.element(screen.getByText('This is a record only.')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'W2 Ada Quill $10.00 Won $25.00' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'W3 Unknown $10.00 Open —' })).toBeVisible()
  await expect.element(screen.getByText('$15.00', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Not settled, and not in the balance: W3.')).toBeVisible()
})

it('says why it could not be loaded', async () => {
  const { screen } = await renderTab(buildBets(), {
    [GET_BETS]: errorResponse(403, 'no_betslip', 'This league has no betslip.'),
  })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to load the betslip')
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
