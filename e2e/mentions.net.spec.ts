import { expect, test } from '@playwright/test'
import { createLeagueWithAdmin, register, uniqueName } from './accounts.ts'
import { startJourney } from './journey.ts'
import { withClockedApp } from './test-app.ts'

const PHONE = { width: 390, height: 844 }

const NOW = '2026-11-22T15:00:00Z'
/** Notifications are created once a minute. */
const A_MINUTE_LATER = '2026-11-22T15:01:00Z'

test('a member mentions another one with three taps, whose open page says so', async ({
  page: admin,
  browser,
}) => {
  await withClockedApp({}, NOW, async (testApp, setTime) => {
    const league = await createLeagueWithAdmin(admin.request, testApp)
    const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
    const laptop = await browser.newContext()
    const people = [
      { context: phone, first_name: 'Bo', last_name: 'Lark' },
      { context: laptop, first_name: 'Zoë', last_name: 'Quill' },
    ]
    const address = `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'league social' }).toString()}`
    try {
      for (const { context, ...name } of people) {
        const username = uniqueName('member')
        await register(context.request, testApp, { username, ...name })
        await league.addMember(username)
      }
      const zoe = await laptop.newPage()
      await zoe.goto(address)
      await expect(zoe.getByText('Nothing here yet.')).toBeVisible()
      await zoe.evaluate(() => Object.assign(window, { isFirstLoad: true }))

      const bo = await phone.newPage()
      await bo.goto(address)
      const journey = await startJourney(bo, 'mention')
      await bo.getByLabel('Your post').tap()
      await expect(bo.getByLabel('Your post')).toBeEditable()
      await bo.keyboard.type('Your move, @zoe')
      await bo.getByRole('option', { name: /Zoë Quill/ }).tap()
      await expect(bo.getByLabel('Your post')).toHaveValue('Your move, @Zoë Quill ')
      await bo.getByRole('button', { name: 'Post', exact: true }).tap()
      await expect(bo.getByText('Your move, @Zoë Quill')).toBeVisible()
      await journey.end({ clicks: 3 })

      await expect(zoe.locator('mark')).toHaveText('@Zoë Quill')
      await setTime(A_MINUTE_LATER)
      await expect(zoe.getByRole('button', { name: 'Inbox, 2 unread' })).toBeVisible()
      await zoe.getByRole('button', { name: 'Inbox, 2 unread' }).click()
      await zoe.getByRole('link', { name: /Bo Lark mentioned you in a post/ }).click()
      await expect(zoe.getByRole('article').filter({ hasText: 'Your move' })).toBeFocused()
      expect(await zoe.evaluate(() => 'isFirstLoad' in window)).toBe(true)
      // Only that he is a member now.
      await expect(bo.getByRole('button', { name: 'Inbox, 1 unread' })).toBeVisible()
    } finally {
      for (const context of [phone, laptop]) await context.close()
    }
  })
})
