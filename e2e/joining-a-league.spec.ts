import { expect } from '@playwright/test'
import { freshName, leagueWithAdmin, PASSWORD } from './people.ts'
import { sharedTest as test } from './product.ts'

test('a person registers, asks to join a league, and finds it once an admin has approved', async ({
  page,
  product,
  request,
}) => {
  const league = await leagueWithAdmin(request, product)
  const username = freshName('rowan')

  await page.goto(product.address)
  await page.getByRole('button', { name: 'Create one' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('First name').fill('Rowan')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Rowan' })).toBeVisible()
  await expect(page.getByText('You are not in a league yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Ask to join a league' }).click()
  await page.getByLabel('League (optional)').selectOption(league.name)
  await page.getByLabel('Message (optional)').fill('The commissioner knows me.')
  await page.getByRole('button', { name: 'Request to Join' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: league.name })).toContainText('Pending')
  await expect(page.getByLabel('Message (optional)')).toHaveValue('')
  await page.getByRole('button', { name: 'Fieldhouse' }).click()
  await expect(page.getByText(`You asked to join ${league.name}.`)).toBeVisible()

  await league.approve(username)
  await page.reload()
  await page.getByRole('button', { name: league.name }).click()
  await expect(page.getByRole('heading', { name: league.name, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(`Overview · ${league.name} · Fieldhouse`)
})
