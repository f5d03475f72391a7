import { expect, type Locator, type Page } from '@playwright/test'

/** Opens Admin Tools with a league chosen. */
export async function openAdminTools(page: Page, url: string, league: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await page.getByLabel('League', { exact: true }).selectOption(league)
}

/** Finds a section of Admin Tools from any other, and returns it unfolded. */
export async function openSection(page: Page, title: string): Promise<Locator> {
  await page.getByLabel('Find a tool').fill(title)
  const results = page.getByRole('list', { name: 'Search results' })
  await results.getByRole('link', { name: title }).first().click()
  const heading = page.getByRole('heading', { name: title, level: 2 })
  const section = page.locator('details').filter({ has: heading }).first()
  await expect(section).toHaveAttribute('open')
  return section
}
