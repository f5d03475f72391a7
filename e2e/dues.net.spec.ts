import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { postJson, register, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { createSeasonLeague } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

const PROVIDER_ID = 18254195
/** A finished season. */
const SEASON = 2025

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('an admin sets up dues and notes payments and payouts, which a member sees without reloading', async ({
  page: admin,
  testApp,
  browser,
}) => {
  const league = await createSeasonLeague(admin.request, testApp, PROVIDER_ID)
  await league.refresh(SEASON)
  const url = `${testApp.baseUrl}${league.apiPath}/dues/?season=${SEASON}`
  const [team] = (await (await admin.request.get(url)).json()).teams
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const member = await context.newPage()
  const username = uniqueName('rowan')
  await register(member.request, testApp, { username })
  await postJson(admin.request, testApp, '/api/assign-user/', {
    username,
    league: league.name,
    role: 'player',
  })
  const assignment = { league_team_id: team.team_id, username }
  await postJson(admin.request, testApp, `${league.apiPath}/assign-team/`, assignment)

  const search = { league: league.name, tab: 'league social', view: 'dues', season: String(SEASON) }
  const address = `${testApp.baseUrl}/?${new URLSearchParams(search)}`
  await member.goto(address)
  await expect(member.getByText(`No dues are set up for ${SEASON}.`)).toBeVisible()
  await expect(member.getByRole('button', { name: 'Set up dues' })).toHaveCount(0)

  await admin.goto(address)
  await admin.getByRole('button', { name: 'Set up dues' }).click()
  await admin.getByLabel('Dues per team, in dollars').fill('50')
  await admin.getByLabel('How to pay (optional)').fill('Cash at the draft')
  await admin.getByRole('button', { name: 'Add prize' }).click()
  await admin.getByLabel('Amount of prize 1').fill('300')
  await admin.getByRole('button', { name: 'Save dues' }).click()
  const mine = member.getByRole('region', { name: 'My dues' })
  await expect(mine).toContainText('You owe $50')
  await expect(mine).toContainText('Cash at the draft')

  await admin.getByRole('button', { name: `Note payments of ${team.name}` }).click()
  const form = admin.getByRole('form', { name: 'Note a payment' })
  await expect(form.getByLabel('Amount paid')).toHaveValue('50')
  await form.getByLabel('Amount paid').fill('30')
  await form.getByRole('button', { name: 'Save payment' }).click()
  await expect(mine).toContainText('You owe $20')
  await admin.getByRole('button', { name: 'Remove Paid $30' }).click()
  await admin.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(mine).toContainText('You owe $50')
  await expect(admin.getByText('No payments or adjustments yet.')).toBeVisible()
  await admin.keyboard.press('Escape')

  await admin.getByRole('button', { name: /^Note payout to .* for Champion$/ }).click()
  await admin.getByRole('button', { name: 'Save payout' }).click()
  await expect(member.getByRole('region', { name: 'Prizes' })).toContainText(/Paid out on/)
  await expect(member.getByRole('region', { name: 'Pool' })).toContainText('Paid out$300')
  await expectAccessible(member, 'Dues of a member')
  await expectAccessible(admin, 'Dues of an admin')
  await context.close()
})
