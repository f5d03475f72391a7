import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { freshName, leagueWithAdmin, register, send } from './people.ts'
import { sharedTest as test } from './product.ts'

const SIZES = [
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
  test(`everyone can use every screen of the way in (${theme})`, async ({ page, product, request }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const isFine = (name: string) => scan(page, `${name} (${theme})`)

    await page.goto(product.address)
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

    const league = await leagueWithAdmin(request, product)
    const username = freshName('Somebody.With.A.Very.Long.Name')
    await register(page.request, product, { username })
    await page.goto(product.address)
    await expect(page.getByText('You are not in a league yet.')).toBeVisible()
    await isFine('dashboard without a league')
    await button('Ask to join a league').click()
    await button('Request to Join').click()
    await expect(page.getByRole('listitem')).toContainText('Pending')
    await isFine('join request')

    await league.add(username)
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

  test(`everyone can use the tabs of a season before it begins (${theme})`, async ({ page, product }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const league = await leagueWithAdmin(page.request, product)
    await page.goto(product.address)
    await page.getByRole('button', { name: league.name }).click()
    for (const [tab, empty] of Object.entries(EMPTY_TABS)) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText(empty)).toBeVisible()
      await scan(page, `${tab} (${theme})`)
    }
  })

  test(`everyone can use League Social (${theme})`, async ({ page, product }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const league = await leagueWithAdmin(page.request, product)
    const social = `/api/league/${encodeURIComponent(league.name)}/social`
    await send(page.request, product, `${social}/posts/`, { content: 'See https://example.com' })
    await send(page.request, product, `${social}/posts/`, { content: 'A long story. '.repeat(300) })
    const options = ['An option of many words, for one '.repeat(3), 'B']
    await send(page.request, product, `${social}/proposals/`, {
      question: 'Shall we?',
      options,
      anonymous: false,
    })

    await page.goto(product.address)
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
    await scan(page, `League Social (${theme})`)
    await page.getByRole('tab', { name: 'Proposal' }).click()
    await page.getByRole('button', { name: 'Add an option' }).click()
    await scan(page, `a new proposal (${theme})`)
    await page.getByRole('tab', { name: 'Media' }).click()
    const buffer = Buffer.from('neither image nor video')
    await page
      .getByLabel(/Choose images and videos/)
      .setInputFiles([{ name: 'notes.pdf', mimeType: 'application/pdf', buffer }])
    await scan(page, `files to share (${theme})`)
  })

  test(`everyone can use the admin panel (${theme})`, async ({ page, product, request }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const league = await leagueWithAdmin(page.request, product)
    await register(request, product, { username: freshName('somebody') })
    const message = freshName('May I?')
    await send(request, product, '/api/request-league/', { league: league.name, message })

    await page.goto(product.address)
    await page.getByRole('button', { name: 'Admin Tools' }).click()
    await expect(page.getByText(message)).toBeVisible()
    const folded = page.locator('details:not([open]) > summary')
    while ((await folded.count()) > 0) await folded.first().click()
    await scan(page, `admin panel (${theme})`)
    await page.getByRole('combobox', { name: 'User' }).first().fill('some')
    await expect(page.getByRole('option', { name: /^somebody/ }).first()).toBeVisible()
    await scan(page, `admin panel with an open list (${theme})`)
  })
}

/** Scans the screen as it stands, on a phone and on a laptop. */
async function scan(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${name} at ${size.width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${name} at ${size.width} px scrolls sideways`).toBeLessThanOrEqual(0)
  }
}
