import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createLeagueWithAdmin, PASSWORD, postJson, register, signIn, uniqueName } from './accounts.ts'
import { startJourney } from './journey.ts'
import { type TestApp, withTestApp } from './test-app.ts'

const LAST_WEEK = '2026-11-15T15:00:00Z'
const TODAY = '2026-11-22T15:00:00Z'
/** Later than TODAY, so that the jobs that run every minute are due. */
const SOON = '2026-11-22T15:30:00Z'

async function openSignedIn(page: Page, testApp: TestApp, username: string): Promise<void> {
  await page.goto(testApp.baseUrl)
  await signIn(page, username, PASSWORD)
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible()
}

test('a member back after a week finds what concerned them, on all devices', async ({ browser, page }) => {
  // It starts the app three times.
  test.slow()
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-inbox-'))
  const at = (now: string, use: (testApp: TestApp) => Promise<void>) =>
    withTestApp({ DATA_DIR: dataDir, NOW: now }, use)
  const [rosa, friend] = [uniqueName('rosa'), uniqueName('friend')]
  const [admin, others] = [await browser.newContext(), await browser.newContext()]
  let social = ''
  let league = ''
  let post = 0

  try {
    await at(LAST_WEEK, async (testApp) => {
      await register(page.request, testApp, { username: rosa, first_name: 'Rosa' })
      await register(others.request, testApp, { username: friend, first_name: 'Bo', last_name: 'Lark' })
      const created = await createLeagueWithAdmin(admin.request, testApp)
      for (const username of [rosa, friend]) await created.addMember(username)
      league = created.name
      social = `/api/league/${encodeURIComponent(league)}/social`
      await postJson(page.request, testApp, `${social}/posts/`, { content: 'Who wants my tight end?' })
      const feed = await page.request.get(`${testApp.baseUrl}${social}/feed/?limit=1`)
      post = (await feed.json()).items[0].id
    })

    await at(TODAY, async (testApp) => {
      for (const context of [others, admin])
        await postJson(context.request, testApp, `${social}/posts/${post}/like/`, {})
      await postJson(others.request, testApp, `${social}/posts/${post}/comments/`, { body: 'I do' })
      const proposal = { question: 'Two keepers?', options: ['Yes', 'No'] }
      await postJson(admin.request, testApp, `${social}/proposals/`, proposal)
    })

    await at(SOON, async (testApp) => {
      const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
      await openSignedIn(phone, testApp, rosa)
      await page.goto(testApp.baseUrl)
      await expect(page.getByRole('link', { name: 'Vote: Two keepers?' })).toBeVisible()
      await expect(page.getByRole('link', { name: '1 comment on your posts' })).toBeVisible()
      // The job that looks for news runs when the server starts.
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('button', { name: 'Inbox, 3 unread' })).toBeVisible({ timeout: 2000 })
      }).toPass()
      const journey = await startJourney(page, 'inbox after a week away')
      await page.getByRole('button', { name: 'Inbox, 3 unread' }).click()
      const inbox = page.getByRole('dialog', { name: 'Inbox' })
      await expect(inbox.getByRole('listitem')).toHaveCount(3)
      await expect(inbox.getByRole('link', { name: / and .* liked your post/ })).toBeVisible()
      await expect(inbox.getByRole('link', { name: /New proposal/ })).toBeVisible()
      await inbox.getByRole('link', { name: /Bo Lark commented on your post/ }).click()
      await expect(page.getByRole('article').filter({ hasText: 'Who wants my tight end?' })).toBeFocused()
      await journey.end({ clicks: 2 })
      await expect(page.getByRole('button', { name: 'Inbox, 2 unread' })).toBeVisible()

      // The phone shows the league, so that an event tells it what is read elsewhere.
      await phone.reload()
      await expect(phone.getByRole('button', { name: 'Inbox, 2 unread' })).toBeVisible()
      const stream = phone.waitForResponse((response) => response.url().includes('/events/'))
      await phone.getByRole('button', { name: league }).click()
      await stream
      await expect(phone.getByRole('tab', { name: 'League Social, something new' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Inbox, 2 unread' }).click()
      await inbox.getByRole('button', { name: 'Mark all as read' }).click()
      await expect(phone.getByRole('button', { name: 'Inbox', exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(inbox).toBeHidden()
    })
  } finally {
    for (const context of [admin, others]) await context.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
