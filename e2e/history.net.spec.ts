import { expect, type Locator } from '@playwright/test'
import { postJson, register, uniqueName } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES } from './captures.ts'
import { LAST, namesIn, openHistory } from './history.ts'
import { openTab } from './season-league.ts'
import { sharedTest as test } from './test-app.ts'

const REASON = 'Two weeks were never played.'

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('lets an admin exclude a season and merge owners, with live updates for members', async ({
  page: admin,
  testApp,
  browser,
}) => {
  const league = await openHistory(admin, testApp, LAST - 1)
  const member = await browser.newPage()
  const username = uniqueName('rowan')
  await register(member.request, testApp, { username })
  await postJson(admin.request, testApp, '/api/assign-user/', {
    username,
    league: league.name,
    role: 'player',
  })
  await openTab(member, testApp, league, 'History')
  await expect(member.getByRole('region', { name: /^League Records/ })).toBeVisible()
  await admin.getByRole('button', { name: 'Admin', exact: true }).click()
  await admin.getByRole('button', { name: `Exclude from records: ${LAST}` }).click()
  await admin.getByLabel(`Why exclude ${LAST} from records?`).fill(REASON)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('button', { name: `Include again: ${LAST}` })).toBeVisible()
  const records = member.getByRole('region', { name: /^League Records/ })
  await expect(records).toContainText(`Excludes ${LAST} (${REASON})`)
  await expect(member.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0)
  await member.close()

  const owners = admin.getByRole('table', { name: 'All managers, all seasons' }).getByRole('rowheader')
  const names = await namesIn(owners)
  const [into = '', alias = ''] = names
  await admin.getByText('Merge owners').click()
  const form = admin.getByRole('form', { name: 'Merge owners' })
  await fillCombobox(form, 'Owner to merge', alias)
  await fillCombobox(form, 'Merge into', into)
  await form.getByRole('button', { name: 'Merge' }).click()
  await expect.poll(() => namesIn(owners)).not.toContain(alias)
  await expect(owners).toHaveCount(names.length - 1)
  await admin.getByRole('button', { name: `Undo merge of ${alias}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect.poll(() => namesIn(owners)).toEqual(names)
})

async function fillCombobox(form: Locator, label: string, name: string): Promise<void> {
  await form.getByLabel(label).fill(name)
  await form.getByLabel(label).press('Enter')
  await expect(form.getByLabel(label)).toHaveValue(name)
}
