import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { createLeagueWithAdmin, register, uniqueName } from './accounts.ts'
import { ROOT } from './program.ts'
import { listCachedPaths, waitForServiceWorker } from './service-worker.ts'
import { type TestApp, sharedTest as test } from './test-app.ts'

const PICTURES = ['roster.png', 'history.png'].map((name) => join(ROOT, 'docs/pictures', name))

test.use({ serviceWorkers: 'allow' })

test('a post with a mention and pictures is written offline, survives a reload, and is posted once', async ({
  page: ines,
  context,
  browser,
  testApp,
}) => {
  const league = await createLeagueWithAdmin(ines.request, testApp)
  const bo = await addMember(browser, testApp, league)
  const address = `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'league social' })}`
  await bo.goto(address)
  await expect(bo.getByText('Nothing here yet.')).toBeVisible()
  await ines.goto(testApp.baseUrl)
  await waitForServiceWorker(ines)
  await ines.goto(address)
  await expect
    .poll(() => listCachedPaths(ines))
    .toContain(`/api/league/${encodeURIComponent(league.name)}/mentionables/`)

  await context.setOffline(true)
  await ines.reload()
  await expect(ines.getByLabel('Your post')).toBeEditable()
  await ines.getByLabel('Your post').pressSequentially('Your move, @bo')
  await ines.getByRole('option', { name: 'Bo Lark' }).click()
  await expect(ines.getByLabel('Your post')).toHaveValue('Your move, @Bo Lark ')
  await ines.getByLabel('Add photos or videos').setInputFiles(PICTURES)
  await expect(ines.getByText('Waiting for the network')).toHaveCount(2)
  await ines.getByLabel('Caption of history.png').fill('The old days')

  await ines.reload()
  await expect(ines.getByLabel('Caption of history.png')).toHaveValue('The old days')
  await expect(ines.getByLabel('Your post')).toHaveValue('Your move, @Bo Lark ')
  await ines.getByRole('button', { name: 'Post', exact: true }).click()
  const unsent = ines.getByRole('article', { name: 'Unsent post' })
  await expect(unsent).toContainText('With 2 files')
  await ines.reload()
  await expect(unsent).toContainText('With 2 files')

  await context.setOffline(false)
  await ines.evaluate(() => dispatchEvent(new Event('online')))
  const card = bo.getByRole('article').filter({ hasText: 'Your move' })
  await expect(card).toHaveCount(1)
  await expect(card.locator('mark')).toHaveText('@Bo Lark')
  await expect(card.getByRole('button', { name: /^Open image/ })).toHaveCount(2)
  await expect(unsent).toHaveCount(0)
  await expect.poll(() => listStoredFiles(ines)).toEqual([])
  await bo.context().close()
})

async function addMember(
  browser: Browser,
  testApp: TestApp,
  league: Awaited<ReturnType<typeof createLeagueWithAdmin>>,
): Promise<Page> {
  const context = await browser.newContext()
  const username = uniqueName('member')
  await register(context.request, testApp, { username, first_name: 'Bo', last_name: 'Lark' })
  await league.addMember(username)
  return context.newPage()
}

/** The keys of the files on the device. */
function listStoredFiles(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('post_files')
        opening.addEventListener('error', () => reject(new Error('the database cannot be opened')))
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('files').objectStore('files').getAllKeys()
          keys.addEventListener('success', () => {
            opening.result.close()
            resolve(keys.result)
          })
        })
      }),
  )
}
