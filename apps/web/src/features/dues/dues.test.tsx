import { describe, expect, it } from 'vitest'
import {
  conflictResponse,
  errorResponse,
  type FakeResponses,
  fakeServer,
  neverResponds,
} from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { DuesView } from './dues-view.tsx'
import type { Dues, DuesTeam, Prize, PrizeAward } from './use-dues.ts'

const GET = 'GET /api/league/:league/dues/'
const SAVE = 'POST /api/league/:league/dues/'
const PAY = 'POST /api/league/:league/dues/payments/'
const ADJUST = 'POST /api/league/:league/dues/adjustments/'
const PAY_OUT = 'POST /api/league/:league/dues/payouts/'
const WINNER = 'POST /api/league/:league/dues/winner/'
const REMOVE_ENTRY = 'DELETE /api/league/:league/dues/entries/:id/'
const REMOVE_PAYOUT = 'DELETE /api/league/:league/dues/payouts/:id/'

const NOTED_AT = '2026-09-05T12:00:00.000Z'

const aTeam = (team_id: number, name: string, more: Partial<DuesTeam> = {}): DuesTeam => ({
  team_id,
  name,
  logo: null,
  color: null,
  owner: `Owner of ${name}`,
  dues: '50.00',
  adjustments: '0.00',
  owed: '50.00',
  paid: '0.00',
  balance: '-50.00',
  status: 'owes',
  won: '0.00',
  entries: [],
  ...more,
})

const aPayment = (id: number, amount: string) => ({
  id,
  kind: 'payment' as const,
  amount,
  paid_on: '2026-08-30',
  note: 'Cash',
  noted_at: NOTED_AT,
})

const decided = (week: number | null, ...winners: Partial<PrizeAward['winners'][number]>[]): PrizeAward => ({
  week,
  state: 'decided',
  winners: winners.map((winner) => ({
    team_id: 1,
    share: '10.00',
    points: null,
    week,
    payout: null,
    ...winner,
  })),
})

const aPrize = (prize_id: number, kind: Prize['kind'], more: Partial<Prize> = {}): Prize => ({
  prize_id,
  kind,
  title: null,
  amount: '100.00',
  includes_playoffs: false,
  planned: '100.00',
  awards: [{ week: null, state: 'undecided', winners: [] }],
  misdirected: [],
  ...more,
})

const PRIZES = [aPrize(1, 'champion')]

const SETUP = {
  version: 3,
  amount: '50.00',
  due_on: '2020-09-01',
  note: 'Pay at https://pay.example/greta',
  saved_at: NOTED_AT,
  prizes: [
    { prize_id: 1, kind: 'champion' as const, title: null, amount: '100.00', includes_playoffs: false },
  ],
}

const aLedger = (more: Partial<Dues> = {}): Dues => ({
  season: 2026,
  is_stored: true,
  is_finished: false,
  my_team_id: 1,
  setup: SETUP,
  previous: null,
  pool: {
    owed: '100.00',
    collected: '20.00',
    outstanding: '80.00',
    planned: '100.00',
    left_over: '0.00',
    paid_out: '0.00',
    on_hand: '20.00',
  },
  teams: [
    aTeam(1, 'Anchors', { paid: '20.00', balance: '-30.00', entries: [aPayment(7, '20.00')] }),
    aTeam(2, 'Buoys', { paid: '60.00', balance: '10.00', status: 'overpaid', owner: null }),
  ],
  prizes: PRIZES,
  ...more,
})

const NO_DUES = aLedger({ setup: null, prizes: [], teams: [aTeam(1, 'Anchors', { status: 'no_dues' })] })

async function renderDues(responses: FakeResponses, { isAdmin = false, url = '/?view=dues' } = {}) {
  const server = fakeServer(responses)
  const rendered = await renderWithClient(
    <DuesView league="Sunday" isAdmin={isAdmin} seasons={[2026, 2025]} views={<span>Views</span>} />,
    `${url}&league=Sunday&tab=league+social`,
  )
  const sent = (key: string) =>
    server.requests.filter((request) => request.key === key).map(({ body, params }) => body ?? params)
  return { ...rendered, sent }
}

describe('the dues of a season', () => {
  it('are a skeleton while they load, and can be retried after an error', async () => {
    const { screen } = await renderDues({ [GET]: () => neverResponds() })
    await expect.element(screen.getByRole('status', { name: 'Loading the dues' })).toBeVisible()
    await screen.unmount()
    let isBroken = true
    const again = await renderDues({
      [GET]: () => (isBroken ? errorResponse(500, 'internal_error', 'Something broke.') : aLedger()),
    })
    await expect.element(again.screen.getByText('Failed to load the dues')).toBeVisible()
    isBroken = false
    await again.screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(again.screen.getByText('You owe $30')).toBeVisible()
  })

  it('say that none are set up, and offer only admins to do it', async () => {
    const { screen } = await renderDues({ [GET]: () => NO_DUES })
    await expect.element(screen.getByText('No dues are set up for 2026.')).toBeVisible()
    await expect.element(screen.getByText('Your commissioner can set them up here.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Set up dues' })).not.toBeInTheDocument()
  })

  it('say that a season without teams is not stored', async () => {
    const { screen } = await renderDues(
      { [GET]: () => aLedger({ setup: null, is_stored: false, teams: [], prizes: [] }) },
      { isAdmin: true },
    )
    await expect.element(screen.getByText("2026 isn't stored yet.")).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Set up dues' })).not.toBeInTheDocument()
  })

  it('show my own first with how to pay, then the pool and all teams', async () => {
    const { screen } = await renderDues({ [GET]: () => aLedger() })
    const mine = screen.getByRole('region', { name: 'My dues' })
    await expect.element(mine.getByText('You owe $30')).toBeVisible()
    await expect.element(mine.getByText('Was due Sep 1, 2020')).toBeVisible()
    const link = mine.getByRole('link', { name: 'https://pay.example/greta' })
    await expect.element(link).toHaveAttribute('href', 'https://pay.example/greta')
    await expect.element(screen.getByRole('region', { name: 'Pool' })).toMatchTextContent(/Collected\$20/)
    await expect.element(screen.getByText('Prizes use all dues')).toBeVisible()
    const rows = screen.getByRole('table', { name: 'Teams' }).getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/Anchors.*Owes \$30, overdue/)
    await expect.element(rows.nth(2)).toMatchTextContent(/Buoys.*No owner.*Overpaid \$10/)
    await expect
      .element(screen.getByRole('link', { name: 'Download CSV' }))
      .toHaveAttribute('href', '/api/league/Sunday/dues/export/?season=2026')
    await expect.element(screen.getByText(/no money moves here/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Edit/ })).not.toBeInTheDocument()
  })

  it('warn if the prizes exceed them', async () => {
    const { pool } = aLedger()
    const { screen } = await renderDues({ [GET]: () => aLedger({ pool: { ...pool, left_over: '-25.00' } }) })
    await expect.element(screen.getByText('Prizes exceed dues by $25')).toBeVisible()
  })

  it('are those of the season in the address, which can be changed', async () => {
    const { screen, sent } = await renderDues(
      { [GET]: ({ path }) => aLedger({ season: path.includes('2025') ? 2025 : 2026 }) },
      { url: '/?view=dues&season=2025' },
    )
    await expect.element(screen.getByRole('combobox', { name: 'Season' })).toHaveValue('2025')
    await screen.getByRole('combobox', { name: 'Season' }).selectOptions('2026')
    await expect.element(screen.getByRole('combobox', { name: 'Season' })).toHaveValue('2026')
    expect(sent(GET)).toHaveLength(2)
  })

  it('show members what was noted about a team, without a way to change it', async () => {
    const { screen } = await renderDues({ [GET]: () => aLedger() })
    await screen.getByRole('button', { name: 'Details of Anchors' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Anchors' })
    await expect.element(dialog.getByText('Paid $20')).toBeVisible()
    await expect.element(dialog.getByText('Aug 30, 2026 · Cash')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /Remove/ })).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('form')).not.toBeInTheDocument()
  })
})

describe('prizes', () => {
  it('have no winner before they are decided, and say so if nobody can know', async () => {
    const unknown = { week: null, state: 'unknown' as const, winners: [] }
    const prizes = [...PRIZES, aPrize(2, 'most_points', { awards: [unknown] })]
    const { screen } = await renderDues({ [GET]: () => aLedger({ prizes }) })
    await expect.element(screen.getByText('Not decided yet')).toBeVisible()
    await expect.element(screen.getByText(/stored data don't tell who won/)).toBeVisible()
  })

  it('are shared by teams that are level', async () => {
    const awards = [
      decided(1, { team_id: 1, share: '5.00', points: 120.5 }, { team_id: 2, share: '5.00', points: 120.5 }),
      { week: 2, state: 'undecided' as const, winners: [] },
    ]
    const prizes = [aPrize(1, 'weekly_high', { amount: '10.00', awards })]
    const { screen } = await renderDues({ [GET]: () => aLedger({ prizes }) })
    await expect.element(screen.getByText('$10 a week')).toBeVisible()
    await expect.element(screen.getByText('1 of 2 weeks decided')).toBeVisible()
    expect(screen.getByText('$5 · 120.5 points').elements()).toHaveLength(2)
    await expect.element(screen.getByText('Week 2')).not.toBeInTheDocument()
  })

  it('point out a payout to a team that has not won any more', async () => {
    const payout = { id: 4, amount: '10.00', paid_on: '2026-09-12', noted_at: NOTED_AT }
    const misdirected = [{ ...payout, week: 1, team_id: 2, team: 'Buoys' }]
    const prizes = [aPrize(1, 'weekly_high', { awards: [decided(1, { team_id: 1 })], misdirected })]
    const { screen, sent } = await renderDues(
      { [GET]: () => aLedger({ prizes }), [REMOVE_PAYOUT]: () => aLedger() },
      { isAdmin: true },
    )
    await expect
      .element(screen.getByText('Week 1: $10 paid to Buoys on Sep 12, 2026, now won by Anchors'))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Undo the payout to Buoys for Weekly high score' }).click()
    await screen.getByRole('button', { name: 'Undo payout' }).click()
    await expect.element(screen.getByText(/paid to Buoys/)).not.toBeInTheDocument()
    expect(sent(REMOVE_PAYOUT)).toEqual([{ league: 'Sunday', id: '4' }])
  })

  it('are noted as paid out with the share that is shown', async () => {
    const prizes = [aPrize(1, 'weekly_high', { awards: [decided(1, { team_id: 2, share: '10.00' })] })]
    const { screen, sent } = await renderDues(
      {
        [GET]: () => aLedger({ prizes }),
        [PAY_OUT]: () => errorResponse(409, 'prize_changed', 'The winner has changed.'),
      },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Note payout to Buoys for Weekly high score, Week 1' }).click()
    await screen.getByLabelText('Paid on').fill('2026-09-12')
    await screen.getByRole('button', { name: 'Save payout' }).click()
    await expect.element(screen.getByText('The winner has changed.')).toBeVisible()
    expect(sent(PAY_OUT)).toEqual([
      { season: 2026, prize_id: 1, week: 1, team_id: 2, amount: '10.00', paid_on: '2026-09-12' },
    ])
  })

  it('of the league go to the team that an admin names, unless another admin was faster', async () => {
    const prizes = [aPrize(1, 'custom', { title: 'Best name' })]
    let attempts = 0
    const { screen, sent } = await renderDues(
      {
        [GET]: () => aLedger({ prizes }),
        [WINNER]: () => {
          attempts += 1
          return attempts === 1 ? conflictResponse({ team_id: '1' }) : aLedger({ prizes })
        },
      },
      { isAdmin: true },
    )
    await screen.getByRole('combobox', { name: 'Winner of Best name' }).selectOptions('Buoys')
    await expect
      .element(screen.getByText('rowan named Anchors the winner while you were editing.'))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Save mine' }).click()
    await expect.element(screen.getByText(/while you were editing/)).not.toBeInTheDocument()
    expect(sent(WINNER)).toEqual([
      { season: 2026, prize_id: 1, team_id: 2, expected: { team_id: null } },
      { season: 2026, prize_id: 1, team_id: 2, expected: { team_id: '1' } },
    ])
  })
})

describe('an admin', () => {
  it('notes what a team still owes as paid', async () => {
    const paid = aTeam(1, 'Anchors', { paid: '50.00', balance: '0.00', status: 'paid' })
    const { screen, sent } = await renderDues(
      { [GET]: () => aLedger(), [PAY]: () => aLedger({ teams: [paid] }) },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Note payments of Anchors' }).click()
    const form = screen.getByRole('form', { name: 'Note a payment' })
    await expect.element(form.getByLabelText('Amount paid')).toHaveValue('30')
    await form.getByLabelText('Paid on').fill('2026-09-12')
    await form.getByRole('button', { name: 'Save payment' }).click()
    await expect.element(screen.getByText('You paid $50')).toBeInTheDocument()
    await expect.element(form.getByLabelText('Amount paid')).toHaveValue('')
    expect(sent(PAY)).toEqual([
      { season: 2026, team_id: 1, amount: '30.00', paid_on: '2026-09-12', note: '' },
    ])
  })

  it('cannot save an amount that is no amount', async () => {
    const { screen } = await renderDues({ [GET]: () => aLedger() }, { isAdmin: true })
    await screen.getByRole('button', { name: 'Note payments of Anchors' }).click()
    const form = screen.getByRole('form', { name: 'Note a payment' })
    await form.getByLabelText('Amount paid').fill('ten')
    await expect.element(form.getByText('Enter an amount such as 25 or 12.50.')).toBeVisible()
    await expect.element(form.getByRole('button', { name: 'Save payment' })).toBeDisabled()
    await form.getByLabelText('Amount paid').fill('0')
    await expect.element(form.getByRole('button', { name: 'Save payment' })).toBeDisabled()
  })

  it('lowers what a team owes, with a reason', async () => {
    const { screen, sent } = await renderDues(
      { [GET]: () => aLedger(), [ADJUST]: () => aLedger() },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Note payments of Buoys' }).click()
    const form = screen.getByRole('form', { name: 'Adjust what the team owes' })
    await form.getByRole('combobox', { name: 'Change' }).selectOptions('The team owes less')
    await form.getByLabelText('Amount of the change').fill('$12.5')
    await form.getByLabelText('Reason').fill('Carried over')
    await form.getByRole('button', { name: 'Save adjustment' }).click()
    await expect.element(form.getByLabelText('Reason')).toHaveValue('')
    expect(sent(ADJUST)).toEqual([{ season: 2026, team_id: 2, amount: '-12.50', reason: 'Carried over' }])
  })

  it('removes a payment after a question', async () => {
    const { screen, sent } = await renderDues(
      { [GET]: () => aLedger(), [REMOVE_ENTRY]: () => aLedger({ teams: [aTeam(1, 'Anchors')] }) },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Note payments of Anchors' }).click()
    await screen.getByRole('button', { name: 'Remove Paid $20' }).click()
    expect(sent(REMOVE_ENTRY)).toEqual([])
    await screen.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(screen.getByText('No payments or adjustments yet.')).toBeVisible()
    expect(sent(REMOVE_ENTRY)).toEqual([{ league: 'Sunday', id: '7' }])
  })

  it('copies the season before, with the due date of this one', async () => {
    const previous = { ...SETUP, season: 2025, due_on: '2025-09-01' }
    const { screen, sent } = await renderDues(
      { [GET]: () => ({ ...NO_DUES, previous }), [SAVE]: () => aLedger() },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Set up dues' }).click()
    await screen.getByRole('button', { name: 'Copy from 2025' }).click()
    await expect.element(screen.getByLabelText('Dues per team, in dollars')).toHaveValue('50')
    await screen.getByRole('button', { name: 'Add prize' }).click()
    await expect.element(screen.getByRole('button', { name: 'Save dues' })).toBeDisabled()
    await screen.getByRole('combobox', { name: 'Prize 2' }).selectOptions('Your own prize')
    await screen.getByLabelText('Amount of prize 2').fill('15')
    await screen.getByLabelText('Title of prize 2').fill('Best name')
    await screen.getByRole('button', { name: 'Save dues' }).click()
    await expect.element(screen.getByText('You owe $30')).toBeVisible()
    const prize = { kind: 'champion', title: null, amount: '100.00', includes_playoffs: false }
    expect(sent(SAVE)).toEqual([
      {
        season: 2026,
        version: 0,
        amount: '50.00',
        due_on: '2026-09-01',
        note: SETUP.note,
        prizes: [
          { ...prize, prize_id: null },
          { ...prize, prize_id: null, kind: 'custom', title: 'Best name', amount: '15.00' },
        ],
      },
    ])
  })

  it('decides between two edits at the same time', async () => {
    let version = 3
    const { screen, sent } = await renderDues(
      {
        [GET]: () => aLedger({ setup: { ...SETUP, version, amount: version === 3 ? '50.00' : '75.00' } }),
        [SAVE]: () => {
          if (version === 4) return aLedger()
          version = 4
          return errorResponse(409, 'dues_changed', 'rowan has changed the dues.')
        },
      },
      { isAdmin: true },
    )
    await screen.getByRole('button', { name: 'Edit dues and prizes' }).click()
    await screen.getByLabelText('Dues per team, in dollars').fill('60')
    await screen.getByRole('button', { name: 'Save dues' }).click()
    await expect.element(screen.getByText(/Another admin changed the dues/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Save dues' })).toBeDisabled()
    await screen.getByRole('button', { name: 'Take theirs' }).click()
    await expect.element(screen.getByLabelText('Dues per team, in dollars')).toHaveValue('75')
    await screen.getByLabelText('Dues per team, in dollars').fill('60')
    await screen.getByRole('button', { name: 'Save dues' }).click()
    await expect.element(screen.getByText('You owe $30')).toBeVisible()
    expect(sent(SAVE).map((body) => (body as { version: number }).version)).toEqual([3, 4])
  })
})
