import { expect } from '@playwright/test'
import { createLeagueWithAdmin, register, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

test('Back, Forward and a reload keep route, league and tab', async ({ page, testApp, request }) => {
  const username = uniqueName('milo')
  await register(page.request, testApp, { username, first_name: 'Milo' })
  const league = await createLeagueWithAdmin(request, testApp)
  await league.addMember(username)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const isAt = async (name: string) => {
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL(`${testApp.address}/?tab=${name.toLowerCase().replace(' ', '+')}`)
    await expect(page).toHaveTitle(`${name} · ${league.name} · Fieldhouse`)
  }

  await page.goto(testApp.address)
  await page.getByRole('button', { name: league.name }).click()
  await isAt('Overview')
  await tab('League Social').click()
  await isAt('League Social')
  await tab('Standings').click()
  await isAt('Standings')

  await page.reload()
  await isAt('Standings')
  await page.goBack()
  await isAt('League Social')
  await page.goBack()
  await isAt('Overview')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome, Milo' })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await isAt('League Social')

  // A visit to the bare address, and one that asks for a tab, whatever its case.
  await page.goto(testApp.address)
  await isAt('League Social')
  await page.goto(`${testApp.address}/?tab=STANDINGS`)
  await isAt('Standings')

  await page.getByRole('button', { name: 'your account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeFocused()
  await page.goto(testApp.address)
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
})
