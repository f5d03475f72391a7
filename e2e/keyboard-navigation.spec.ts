import { expect, type Locator, type Page } from '@playwright/test'
import { createLeagueWithAdmin, PASSWORD, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

const MAX_TAB_STOPS = 40

test.use({ viewport: { width: 390, height: 844 } })

test('registration, joining and league navigation work with the keyboard and a visible focus', async ({
  page,
  testApp,
  request,
}) => {
  const league = await createLeagueWithAdmin(request, testApp)
  const username = uniqueName('kit')
  const button = (name: string) => page.getByRole('button', { name })

  await page.goto(testApp.baseUrl)
  await focusByKeyboard(page, button('Create one'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeFocused()
  await focusByKeyboard(page, page.getByLabel('Username'))
  await page.keyboard.type(username)
  await focusByKeyboard(page, page.getByLabel('Password'))
  await page.keyboard.type(PASSWORD)
  await focusByKeyboard(page, page.getByRole('radio', { name: 'User' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Admin signup code')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await focusByKeyboard(page, button('Create account'))
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: `Welcome, ${username}` })).toBeFocused()

  await focusByKeyboard(page, button('Request to join a league'))
  await page.keyboard.press('Enter')
  await focusByKeyboard(page, page.getByLabel('Message (optional)'))
  await page.keyboard.type('Let me in.')
  await focusByKeyboard(page, button('Request to Join'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem')).toContainText('Pending')

  await league.approveRequest(username)
  await page.reload()
  await focusByKeyboard(page, page.getByRole('link', { name: 'Skip to content' }))
  await focusByKeyboard(page, button('Open menu'))
  await page.keyboard.press('Enter')
  await focusByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Select League' }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button('Open menu')).toBeFocused()
  await page.keyboard.press('Enter')
  await focusByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: 'Dashboard' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Welcome, ${username}` })).toBeFocused()

  await focusByKeyboard(page, button(league.name))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: league.name, level: 1 })).toBeFocused()
  await focusByKeyboard(page, page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Matchup' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Matchup' })).toHaveAttribute('aria-selected', 'true')
  await focusByKeyboard(page, button('Logout'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome to your league' })).toBeFocused()
})

/** Presses a key until the target has the focus. Expects the focus to be visible at every stop. */
async function focusByKeyboard(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(findFocusProblem)).toBe(null)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} cannot be reached with the keyboard`)
}

/** Runs in the page. Returns why the focus is not visible; null when it is. */
function findFocusProblem(): string | null {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  // A visually hidden control shows its focus ring on the parent element.
  const hasFocusRing = [focused, focused.parentElement].some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element ?? focused)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
  const { top, bottom } = focused.getBoundingClientRect()
  if (!hasFocusRing) return `no focus ring on ${focused.outerHTML.slice(0, 120)}`
  return bottom > 0 && top < innerHeight ? null : `outside the viewport: ${focused.outerHTML.slice(0, 120)}`
}
