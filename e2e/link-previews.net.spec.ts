import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createLeagueWithAdmin, register, uniqueName } from './accounts.ts'
import { ROOT } from './program.ts'
import { type TestApp, withLinkedHosts } from './test-app.ts'

const HOST = 'news.example.org'
const STORY = `https://${HOST}/story?id=7`
const PICTURE = readFileSync(join(ROOT, 'docs/pictures/league-social.png'))
const HTML = `<!doctype html><html><head>
<meta property="og:site_name" content="The Gridiron Gazette">
<meta property="og:title" content="Kicker &amp; sons: a family of field goals">
<meta property="og:description" content="Three generations, one uprights in the backyard.">
<meta property="og:image" content="/picture.png">
</head><body><script>document.title = 'not read'</script></body></html>`

test('an open page shows the preview of a posted link with title and picture, and follows its removal', async ({
  browser,
}) => {
  const requests: string[] = []
  const pages = createServer(({ url, headers }, response) => {
    requests.push(`${url} ${headers.cookie ?? 'no cookie'}`)
    if (url === '/story?id=7') response.writeHead(302, { location: '/stories/kicker' }).end()
    else if (url === '/stories/kicker') response.setHeader('content-type', 'text/html').end(HTML)
    else response.setHeader('content-type', 'image/png').end(PICTURE)
  })
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  const localUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  try {
    await withLinkedHosts({ [HOST]: localUrl }, async (testApp) => {
      const [ines, rowan] = [await browser.newPage(), await browser.newPage()]
      const open = await openSocial(testApp, ines, rowan)
      const card = (page: Page) =>
        page.getByRole('figure', { name: 'Preview: Kicker & sons: a family of field goals' })
      await open(rowan)
      await rowan.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
      await open(ines)
      await ines.getByLabel('Your post').fill(`Worth reading: ${STORY}`)
      await ines.getByRole('button', { name: 'Post', exact: true }).click()

      await expect(card(rowan)).toContainText('The Gridiron Gazette')
      await expect(card(rowan)).toContainText('Three generations, one uprights in the backyard.')
      await expect(card(rowan).getByRole('link')).toHaveAttribute('href', STORY)
      await expect.poll(() => pictureWidth(card(rowan))).toBe(256)
      await expect(rowan.locator('body[data-not-reloaded]')).toBeAttached()
      // One request of each for both members, by the server.
      await expect.poll(() => pictureWidth(card(ines))).toBe(256)
      expect(requests).toEqual(
        ['/story?id=7', '/stories/kicker', '/picture.png'].map((url) => `${url} no cookie`),
      )

      await card(ines)
        .getByRole('button', { name: /^Remove the preview/ })
        .click()
      await expect(card(rowan)).toHaveCount(0)
      await expect(rowan.getByText('Worth reading:')).toBeVisible()
      await expect(rowan.locator('body[data-not-reloaded]')).toBeAttached()
      for (const page of [ines, rowan]) await page.close()
    })
  } finally {
    pages.closeAllConnections()
    pages.close()
  }
})

/** Creates a league whose admin is the first person and whose member is the second, and returns how to open the feed. */
async function openSocial(testApp: TestApp, admin: Page, member: Page) {
  const league = await createLeagueWithAdmin(admin.request, testApp)
  const username = uniqueName('rowan')
  await register(member.request, testApp, { username, first_name: 'Rowan', last_name: 'Pike' })
  await league.addMember(username)
  return async (page: Page) => {
    await page.goto(
      `${testApp.baseUrl}/?${new URLSearchParams({ league: league.name, tab: 'league social' })}`,
    )
    await expect(page.getByLabel('Your post')).toBeVisible()
  }
}

/** In pixels of the file; 0 until it is loaded. */
function pictureWidth(card: ReturnType<Page['getByRole']>): Promise<number> {
  return card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
}
