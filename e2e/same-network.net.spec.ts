import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, chromium, expect, type LaunchOptions } from '@playwright/test'
import { PASSWORD } from './accounts.ts'
import { CAPTURES_MISSING, HAS_CAPTURES, withCaptureServer } from './captures.ts'
import { createHomeNetwork, type HomeNetwork } from './home-network.ts'
import { startJourney } from './journey.ts'
import { withLanServer } from './test-app.ts'

/** A recorded league with seven seasons. */
const LEAGUE = '18254195'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Another name of the computer, as routers give one. */
const OTHER_NAME = 'computer.home'

const test = base.extend<{ network: HomeNetwork; setUpLink: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
  network: async ({}, use, testInfo) => {
    const network = createHomeNetwork()
    if (network === null) return testInfo.skip(true, 'Skipped: creating network namespaces requires root.')
    await use(network)
    network.close()
  },
  setUpLink: async ({ network: { computer } }, use) => {
    const { commandPrefix } = computer
    const start = (espnUrl: string) =>
      withLanServer({ PORT: '3000', ESPN_BASE_URL: espnUrl }, commandPrefix, use)
    await withCaptureServer(start, { commandPrefix })
  },
})

/** Starts a browser on a device. */
async function openBrowser(options: LaunchOptions, { commandPrefix }: HomeNetwork['phone'], folder: string) {
  const executablePath = join(folder, commandPrefix.at(-1) ?? '')
  const command = [...commandPrefix, options.executablePath ?? ''].map((word) => `'${word}'`).join(' ')
  writeFileSync(executablePath, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  const args = [...(options.args ?? []), `--host-resolver-rules=MAP ${OTHER_NAME} 192.168.77.1`]
  return chromium.launch({ ...options, executablePath, args })
}

test.skip(!HAS_CAPTURES, CAPTURES_MISSING)

test('a friend on the same Wi-Fi opens the link of a commissioner, under whichever address of the computer', async ({
  network,
  setUpLink,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-browsers-'))
  const computer = await openBrowser(launchOptions, network.computer, folder)
  const phone = await openBrowser(launchOptions, network.phone, folder)
  try {
    const site = `http://${network.computer.address}:3000`
    expect(setUpLink).toContain(`${site}/#admin-code=`)
    const page = await computer.newPage()
    await page.goto(setUpLink)
    const setUp = await startJourney(page, 'commissioner on a Wi-Fi')
    await page.getByLabel('Username').fill('boss')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('League address, ID or Sleeper username').fill(LEAGUE)
    await page.getByRole('button', { name: 'Find league' }).click()
    await page.getByLabel('League name').fill('Harbour')
    await page.getByRole('button', { name: 'Create league' }).click()
    const teams = page.getByRole('list', { name: 'Teams', exact: true })
    await teams.getByRole('button').first().click({ timeout: 60_000 })
    await expect(page.getByText(`Only your network can open ${site}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Create invite link' }).click()
    const link = await page.getByText(/\/join\/\S{20,}/).innerText()
    await setUp.end({ clicks: 5 })

    const friend = await (await phone.newContext(PHONE)).newPage()
    await friend.goto(link)
    const joining = await startJourney(friend, 'friend on the same Wi-Fi')
    await friend.getByRole('list', { name: 'Teams' }).getByRole('button').first().tap()
    await expect(friend.getByLabel('Password')).toBeFocused()
    await friend.keyboard.type(PASSWORD)
    await friend.getByRole('button', { name: /^Create account and claim/ }).tap()
    await expect(friend.getByRole('heading', { name: 'My Roster' })).toBeVisible()
    await joining.end({ clicks: 2 })

    // Until an admin has confirmed the address, another name of the computer is unknown.
    const other = `http://${OTHER_NAME}:3000/`
    await friend.goto(other)
    await expect(friend.getByRole('heading', { name: 'Unknown host name' })).toBeVisible()
    await page.goto(`${site}/?route=admin&section=address-of-this-site`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('This is the URL of the site.')).toBeVisible()
    await friend.goto(other)
    await expect(friend).toHaveURL(({ origin }) => origin === site)
    await expect(friend.getByRole('heading', { name: 'Harbour' }).first()).toBeVisible()
  } finally {
    await Promise.all([computer.close(), phone.close()])
    rmSync(folder, { recursive: true, force: true })
  }
})
