import { expect } from '@playwright/test'
import { sharedTest as test } from './test-app.ts'

test.use({ serviceWorkers: 'allow' })

test('the theme is applied before the app scripts run', async ({ page, testApp }) => {
  const theme = () => page.locator('html').getAttribute('data-theme')
  const html = await (await page.request.get(testApp.baseUrl)).text()
  expect(html).toContain('<html lang="en" data-theme="neutral-pro">')

  // Block the app scripts, so that only the inline script can set the theme.
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto(testApp.baseUrl)
  expect(await theme()).toBe('solarized-light')
  await page.evaluate(() => localStorage.setItem('theme', 'solarized-dark'))
  await page.reload()
  expect(await theme()).toBe('solarized-dark')
})

test('the login screen is painted before the app scripts arrive, except on later visits', async ({
  page,
  testApp,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text())
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(testApp.baseUrl)
  const heading = page.getByRole('heading', { name: 'Welcome to your league', includeHidden: true })
  await expect(heading).toBeVisible()
  // From the styles in the document: no style sheet has been loaded.
  await expect(page.getByText('Fieldhouse').first()).toHaveCSS('display', /flex/)
  await expect(page.locator('.first-screen[data-screen="login"]')).toHaveAttribute('inert')

  await page.evaluate(() => localStorage.setItem('route', 'dashboard'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Fieldhouse' })).toBeVisible()
  await expect(heading).toBeHidden()
  expect(problems).toEqual([])
})
