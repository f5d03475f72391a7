import { expect, type Page } from '@playwright/test'
import { freshName, leagueWithAdmin, PASSWORD, register, signIn } from './people.ts'
import { type Product, sharedTest as test } from './product.ts'

test('signing out and in, and the theme, are the same in two tabs of a browser', async ({
  context,
  product,
  playwright,
}) => {
  const username = freshName('ines')
  await register(context.request, product, { username, first_name: 'Ines' })
  const outside = await playwright.request.newContext()
  const league = await leagueWithAdmin(outside, product)
  await league.add(username)
  await outside.dispose()
  const [one, two] = [
    await opened(await context.newPage(), product),
    await opened(await context.newPage(), product),
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

async function opened(page: Page, product: Product): Promise<Page> {
  await page.goto(product.address)
  await expect(page.getByRole('heading', { name: 'Welcome, Ines' })).toBeVisible()
  return page
}
