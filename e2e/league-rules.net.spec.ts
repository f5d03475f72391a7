import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, postForJson, register, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

test('an admin turns a proposal that passed into a rule, which a member sees without reloading', async ({
  page: ines,
  testApp,
  browser,
}) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  const member = await browser.newContext()
  const rowan = await member.newPage()
  const username = uniqueName('rowan')
  await register(rowan.request, testApp, { username, first_name: 'Rowan', last_name: 'Pike' })
  await league.addMember(username)
  const social = `/api/league/${league.name}/social`
  const proposal = await postForJson(rowan.request, testApp, `${social}/proposals/`, {
    question: 'Two flex spots?',
    options: ['Yes', 'No'],
    closes_at: new Date(Date.now() + 2000).toISOString(),
  })
  await postForJson(rowan.request, testApp, `${social}/proposals/${proposal.id}/vote/`, {
    option_id: proposal.options[0].id,
  })
  const isClosed = async () => {
    const response = await ines.request.get(`${testApp.baseUrl}${social}/items/${proposal.id}/?type=proposal`)
    return (await response.json()).item.closed
  }
  await expect.poll(isClosed).toBe(true)

  const address = (view: string) =>
    `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'league social', view })}`
  const card = (page: Page) => page.getByRole('article', { name: 'Proposal by Rowan Pike' })
  await rowan.goto(address('rules'))
  await expect(rowan.getByText('No rules yet.')).toBeVisible()
  const reader = await member.newPage()
  await reader.goto(address('proposal'))
  await expect(card(reader)).toContainText('Two flex spots?')
  await expect(reader.getByRole('link', { name: 'Add to rules' })).toHaveCount(0)

  await ines.goto(address('proposal'))
  await card(ines).getByRole('link', { name: 'Add to rules' }).click()
  await expect(ines.getByLabel('Heading of section 1')).toHaveValue('Two flex spots?')
  await ines.getByLabel('Text of section 1').fill('Each team starts two flex players.')
  await ines.getByLabel('What did you change? (optional)').fill('Voted in October')
  await ines.getByRole('button', { name: 'Save the rules' }).click()
  await expect(ines.getByRole('heading', { name: 'Two flex spots?' })).toBeVisible()

  await expect(rowan.getByText('Each team starts two flex players.')).toBeVisible()
  await expect(rowan.getByText(/^Version 1, saved by .*: Voted in October$/)).toBeVisible()
  await card(reader).getByRole('link', { name: 'In the rules' }).click()
  await expect(reader.getByRole('heading', { name: 'Two flex spots?' })).toBeFocused()
  await reader.getByRole('link', { name: 'Two flex spots?' }).last().click()
  await expect(card(reader)).toBeVisible()

  await ines.getByRole('button', { name: 'Edit' }).click()
  await ines.getByLabel('Text of section 1').fill('Each team starts three flex players.')
  await ines.getByRole('button', { name: 'Save the rules' }).click()
  await expect(rowan.getByText('Each team starts three flex players.')).toBeVisible()
  await rowan.getByRole('link', { name: 'Changes' }).click()
  await expect(rowan.getByRole('list', { name: 'Differences' }).locator('ins')).toHaveText('three')
  await expect(rowan.getByRole('list', { name: 'Differences' }).locator('del')).toHaveText('two')
  await member.close()
})
