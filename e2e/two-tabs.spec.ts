import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, PASSWORD, register, signIn, uniqueName } from './accounts.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

test('signing out and in, and the theme, are the same in two tabs of a browser', async ({
  context,
  testApp,
  playwright,
}) => {
  const username = uniqueName('ines')
  await register(context.request, testApp, { username, first_name: 'Ines' })
  const outside = await playwright.request.newContext()
  const league = await createLeagueWithAdmin(outside, testApp)
  await league.addMember(username)
  await outside.dispose()
  const [one, two] = [
    await openPage(await context.newPage(), testApp),
    await openPage(await context.newPage(), testApp),
  ]
  await one.getByRole('button', { name: league.name }).click()
  await expect(one.getByRole('tab', { name: 'Overview' })).toBeVisible()

  await two.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(one.locator('html')).toHaveAttribute('data-theme', 'solarized-dark')
  await expect(one.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()

  await two.getByRole('button', { name: 'Logout' }).click()
  await expect(one.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(one.getByText(league.name)).toHaveCount(0)

  await signIn(two, username, PASSWORD)
  await expect(one.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
})

async function openPage(page: Page, product: TestApp): Promise<Page> {
  await page.goto(product.address)
  await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
  return page
}
