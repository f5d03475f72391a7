import { expect } from '@playwright/test'
import { createLeagueWithAdmin, register, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

test('Back, Forward and Reload restore the route, league and tab', async ({ page, testApp, request }) => {
  const username = uniqueName('milo')
  await register(page.request, testApp, { username, first_name: 'Milo' })
  const league = await createLeagueWithAdmin(request, testApp)
  await league.addMember(username)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const expectTab = async (name: string) => {
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    const query = new URLSearchParams({ league: league.name, tab: name.toLowerCase() })
    await expect(page).toHaveURL(`${testApp.baseUrl}/?${query}`)
    await expect(page).toHaveTitle(`${name} · ${league.name} · Fieldhouse`)
  }

  await page.goto(testApp.baseUrl)
  await page.getByRole('button', { name: league.name }).click()
  await expectTab('Overview')
  await tab('League Social').click()
  await expectTab('League Social')
  await tab('Standings').click()
  await expectTab('Standings')

  await page.reload()
  await expectTab('Standings')
  await page.goBack()
  await expectTab('League Social')
  await page.goBack()
  await expectTab('Overview')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome, Milo' })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expectTab('League Social')

  // A visit without a tab in the URL restores the stored one; a tab in the URL is case-insensitive.
  await page.goto(testApp.baseUrl)
  await expectTab('League Social')
  await page.goto(`${testApp.baseUrl}/?tab=STANDINGS`)
  await expectTab('Standings')

  await page.getByRole('button', { name: 'your account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeFocused()
  await page.goto(testApp.baseUrl)
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
})

test('a link that is opened signed out leads to what it names after registration, or to the join form', async ({
  page,
  testApp,
  request,
}) => {
  const league = await createLeagueWithAdmin(request, testApp)
  await page.goto(`${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'scoreboard' })}`)
  await page.getByRole('button', { name: 'Create one' }).click()
  await page.getByLabel('Username').fill(uniqueName('ines'))
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: `Request to join ${league.name}` })).toBeVisible()
})
