import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

test('sign-in, sign-out and theme changes apply to all tabs of a browser', async ({
  context,
  testApp,
  playwright,
}) => {
  const username = uniqueName('ines')
  await register(context.request, testApp, { username, first_name: 'Ines' })
  const adminRequest = await playwright.request.newContext()
  const league = await createLeagueWithAdmin(adminRequest, testApp)
  await league.addMember(username)
  await adminRequest.dispose()
  const [firstTab, secondTab] = [
    await openPage(await context.newPage(), testApp),
    await openPage(await context.newPage(), testApp),
  ]
  await firstTab.getByRole('button', { name: league.name }).click()
  await expect(firstTab.getByRole('tab', { name: 'Overview' })).toBeVisible()

  await secondTab.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(firstTab.locator('html')).toHaveAttribute('data-theme', 'solarized-dark')
  await expect(firstTab.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()

  await secondTab.getByRole('button', { name: 'Logout' }).click()
  await expect(firstTab.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(firstTab.getByText(league.name)).toHaveCount(0)

  await signIn(secondTab, username, PASSWORD)
  await expect(firstTab.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
})

async function openPage(page: Page, testApp: TestApp): Promise<Page> {
  await page.goto(testApp.baseUrl)
  await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
  return page
}
