import type { Locator, Page } from '@playwright/test'

/** Opens Admin Tools with a league chosen. */
export async function openAdminTools(page: Page, url: string, league: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Admin Tools' }).click()
  await page.getByLabel('League', { exact: true }).selectOption(league)
}

/** Returns a section of Admin Tools, opened if necessary. */
export async function openSection(page: Page, title: string): Promise<Locator> {
  const heading = page.getByRole('heading', { name: title, level: 2 })
  const section = page.locator('details').filter({ has: heading }).first()
  if ((await section.getAttribute('open')) === null) await heading.click()
  return section
}
