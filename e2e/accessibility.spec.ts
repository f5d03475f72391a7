import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, postJson, register, uniqueName } from './accounts.ts'
import { sharedTest as test } from './test-app.ts'

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** What each tab says while nothing is stored. */
const EMPTY_TABS = {
  Standings: 'No data.',
  Roster: 'No roster to show yet.',
  Scoreboard: 'No games this week.',
  Matchup: 'No team assigned.',
}

for (const theme of ['solarized-light', 'solarized-dark', 'neutral-pro']) {
  test(`everyone can use every screen of the way in (${theme})`, async ({ page, testApp, request }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const isFine = (name: string) => expectAccessible(page, `${name} (${theme})`)

    await page.goto(testApp.address)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await page.getByRole('form', { name: 'Sign in' }).getByLabel('Username').fill('nobody')
    await page.getByRole('form', { name: 'Sign in' }).getByLabel('Password').fill('nothing')
    await button('Sign in').click()
    await expect(page.getByText('Invalid username or password.')).toBeVisible()
    await isFine('login with an error')
    await button('Forgot password?').click()
    await isFine('login with the first panel')
    await button('I have a reset code').click()
    await isFine('login with the second panel')
    await button(/Create one/).click()
    await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    await isFine('register')

    const league = await createLeagueWithAdmin(request, testApp)
    const username = uniqueName('Somebody.With.A.Very.Long.Name')
    await register(page.request, testApp, { username })
    await page.goto(testApp.address)
    await expect(page.getByText('You are not in a league yet.')).toBeVisible()
    await isFine('dashboard without a league')
    await button('Ask to join a league').click()
    await button('Request to Join').click()
    await expect(page.getByRole('listitem')).toContainText('Pending')
    await isFine('join request')

    await league.addMember(username)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Select Your League' })).toBeVisible()
    await isFine('league picker')
    await button('Open menu').click()
    await isFine('menu')
    await page.keyboard.press('Escape')
    await button('Fieldhouse').click()
    await expect(button(league.name)).toBeVisible()
    await isFine('dashboard')
    await button(/your account/).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
    await isFine('account')
    await button('Fieldhouse').click()
    await button(league.name).click()
    await expect(page.getByText('No team assigned yet.')).toBeVisible()
    await isFine('league')
  })

  test(`everyone can use the tabs of a season before it begins (${theme})`, async ({ page, testApp }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const league = await createLeagueWithAdmin(page.request, testApp)
    await page.goto(testApp.address)
    await page.getByRole('button', { name: league.name }).click()
    for (const [tab, empty] of Object.entries(EMPTY_TABS)) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText(empty)).toBeVisible()
      await expectAccessible(page, `${tab} (${theme})`)
    }
  })

  test(`everyone can use League Social (${theme})`, async ({ page, testApp }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const league = await createLeagueWithAdmin(page.request, testApp)
    const social = `/api/league/${encodeURIComponent(league.name)}/social`
    await postJson(page.request, testApp, `${social}/posts/`, { content: 'See https://example.com' })
    await postJson(page.request, testApp, `${social}/posts/`, { content: 'A long story. '.repeat(300) })
    const options = ['An option of many words, for one '.repeat(3), 'B']
    await postJson(page.request, testApp, `${social}/proposals/`, {
      question: 'Shall we?',
      options,
      anonymous: false,
    })

    await page.goto(testApp.address)
    await page.getByRole('button', { name: league.name }).click()
    await page.getByRole('tab', { name: 'League Social' }).click()
    await page.getByRole('button', { name: /^An option/ }).click()
    await page.getByText('Who voted', { exact: true }).click()
    await page
      .getByRole('button', { name: /^Comment/ })
      .first()
      .click()
    await page.keyboard.type('Well.')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Comment, 1 comment' })).toBeVisible()
    await expectAccessible(page, `League Social (${theme})`)
    await page.getByRole('tab', { name: 'Proposal' }).click()
    await page.getByRole('button', { name: 'Add an option' }).click()
    await expectAccessible(page, `a new proposal (${theme})`)
    await page.getByRole('tab', { name: 'Media' }).click()
    const buffer = Buffer.from('neither image nor video')
    await page
      .getByLabel(/Choose images and videos/)
      .setInputFiles([{ name: 'notes.pdf', mimeType: 'application/pdf', buffer }])
    await expectAccessible(page, `files to share (${theme})`)
  })

  test(`everyone can use the admin panel (${theme})`, async ({ page, testApp, request }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const league = await createLeagueWithAdmin(page.request, testApp)
    await register(request, testApp, { username: uniqueName('somebody') })
    const message = uniqueName('May I?')
    await postJson(request, testApp, '/api/request-league/', { league: league.name, message })

    await page.goto(testApp.address)
    await page.getByRole('button', { name: 'Admin Tools' }).click()
    await expect(page.getByText(message)).toBeVisible()
    const folded = page.locator('details:not([open]) > summary')
    while ((await folded.count()) > 0) await folded.first().click()
    await expectAccessible(page, `admin panel (${theme})`)
    await page.getByRole('combobox', { name: 'User' }).first().fill('some')
    await expect(page.getByRole('option', { name: /^somebody/ }).first()).toBeVisible()
    await expectAccessible(page, `admin panel with an open list (${theme})`)
  })
}

/** Scans the screen as it stands, on a phone and on a laptop. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const size of VIEWPORTS) {
    await page.setViewportSize(size)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${name} at ${size.width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${name} at ${size.width} px scrolls sideways`).toBeLessThanOrEqual(0)
  }
}
