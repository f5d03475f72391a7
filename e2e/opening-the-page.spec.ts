import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { test } from './product.ts'

test('shows the login screen, and the browser has nothing to complain of', async ({ page, product }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))

  await page.goto(product.address)

  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})

test('shows a login screen that everyone can use', async ({ page, product }) => {
  await page.goto(product.address)
  await expect(page.getByLabel('Username')).toBeVisible()

  const { violations } = await new AxeBuilder({ page }).analyze()

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
})
