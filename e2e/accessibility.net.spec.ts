import { expect } from '@playwright/test'
import { expectAccessible, SCANNED_THEMES } from './accessibility.ts'
import { createLeagueWithAdmin, postJson, register, uniqueName } from './accounts.ts'
import { openSection } from './admin-tools.ts'
import { sharedTest as test } from './test-app.ts'

/** The empty state of each tab in a new league. */
const EMPTY_TABS = {
  Standings: 'No data.',
  Roster: 'No roster to show yet.',
  Scoreboard: 'No matchups this week.',
  Matchup: 'No team assigned.',
}

for (const theme of SCANNED_THEMES) {
  test(`login, registration and dashboard screens are accessible (${theme})`, async ({
    page,
    testApp,
    request,
  }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const expectScreenAccessible = (name: string) => expectAccessible(page, `${name} (${theme})`)

    await page.goto(testApp.baseUrl)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await page.getByRole('form', { name: 'Sign in' }).getByLabel('Username').fill('nobody')
    await page.getByRole('form', { name: 'Sign in' }).getByLabel('Password').fill('nothing')
    await button('Sign in').click()
    await expect(page.getByText('Invalid username or password.')).toBeVisible()
    await expectScreenAccessible('login with an error')
    await button('Forgot password?').click()
    await expectScreenAccessible('login with the forgot password panel')
    await button('I have a reset code').click()
    await expectScreenAccessible('login with the reset code panel')
    await button(/Create one/).click()
    await page.getByRole('radio', { name: 'Admin' }).check({ force: true })
    await expectScreenAccessible('register')

    const league = await createLeagueWithAdmin(request, testApp)
    const username = uniqueName('Somebody.With.A.Very.Long.Name')
    await register(page.request, testApp, { username })
    await page.goto(testApp.baseUrl)
    await expect(page.getByText("You're not in a league yet.")).toBeVisible()
    await expectScreenAccessible('dashboard without a league')
    await button('Request to join a league').click()
    await button('Request to Join').click()
    await expect(page.getByRole('listitem')).toContainText('Pending')
    await expectScreenAccessible('join request')

    await league.addMember(username)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Select Your League' })).toBeVisible()
    await expectScreenAccessible('league picker')
    await button('Open menu').click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectScreenAccessible('menu')
    await page.keyboard.press('Escape')
    await button('Fieldhouse').click()
    await expect(button(league.name)).toBeVisible()
    await expectScreenAccessible('dashboard')
    await button(/your account/).click()
    await page.getByRole('textbox', { name: 'Email' }).fill('new@example.com')
    await expect(page.getByText("You're not signed in anywhere else.")).toBeVisible()
    await expectScreenAccessible('account')
    await button('Fieldhouse').click()
    await button(league.name).click()
    await expect(page.getByText('No team assigned yet.')).toBeVisible()
    await expectScreenAccessible('league')
  })

  test(`the list of mentions is accessible while it is open (${theme})`, async ({ page, testApp }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const league = await createLeagueWithAdmin(page.request, testApp)
    const member = await page.context().browser()?.newContext()
    if (member === undefined) throw new Error('there is no browser')
    const username = uniqueName('member')
    await register(member.request, testApp, { username, first_name: 'Bo', last_name: 'Lark' })
    await member.close()
    await league.addMember(username)
    await page.goto(
      `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'league social' })}`,
    )
    await page.getByLabel('Your post').fill('Your move, @bo')
    await expect(page.getByRole('option', { name: 'Bo Lark' })).toBeVisible()
    await expectAccessible(page, `mentions (${theme})`)
    await expect(page.getByRole('option', { name: 'Bo Lark' })).toBeVisible()
  })

  test(`empty league tabs are accessible (${theme})`, async ({ page, testApp }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const league = await createLeagueWithAdmin(page.request, testApp)
    await page.goto(testApp.baseUrl)
    await page.getByRole('button', { name: league.name }).click()
    for (const [tab, emptyText] of Object.entries(EMPTY_TABS)) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText(emptyText)).toBeVisible()
      await expectAccessible(page, `${tab} (${theme})`)
    }
  })

  test(`League Social is accessible (${theme})`, async ({ page, testApp }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
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

    await page.goto(testApp.baseUrl)
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
    await page.getByRole('button', { name: 'Add option' }).click()
    await expectAccessible(page, `new proposal (${theme})`)
    await page.getByRole('tab', { name: 'Media' }).click()
    const buffer = Buffer.from('neither image nor video')
    await page
      .getByLabel(/Choose images and videos/)
      .setInputFiles([{ name: 'notes.pdf', mimeType: 'application/pdf', buffer }])
    await expectAccessible(page, `files to share (${theme})`)
  })

  test(`Admin Tools is accessible (${theme})`, async ({ page, testApp, request }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const league = await createLeagueWithAdmin(page.request, testApp)
    await register(request, testApp, { username: uniqueName('somebody') })
    const message = uniqueName('May I?')
    await postJson(request, testApp, '/api/request-league/', { league: league.name, message })

    await page.goto(testApp.baseUrl)
    await page.getByRole('button', { name: 'Admin Tools' }).click()
    await expect(page.getByText(message)).toBeVisible()
    await expectAccessible(page, `Admin Tools (${theme})`)
    const menu = page.getByRole('navigation', { name: 'Sections' })
    const closedSections = page.locator('details:not([open]) > summary')
    for (const group of (await menu.getByRole('link').allInnerTexts()).slice(1)) {
      await menu.getByRole('link', { name: group, exact: true }).click()
      await expect(page.locator('details').first()).toBeVisible()
      while ((await closedSections.count()) > 0) await closedSections.first().click()
      await expectAccessible(page, `Admin Tools, ${group} (${theme})`)
    }
    await openSection(page, 'Assign User to League')
    await page.getByRole('combobox', { name: 'User' }).first().fill('some')
    await expect(page.getByRole('option', { name: /^somebody/ }).first()).toBeVisible()
    await expectAccessible(page, `Admin Tools with an open list (${theme})`)
  })
}
