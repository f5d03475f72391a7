import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { expectAccessible, SCANNED_THEMES } from './accessibility.ts'

const WEB = `${import.meta.dirname}/../apps/web`

test('the primitives are accessible in every theme and size', async ({ page }, testInfo) => {
  test.setTimeout(180_000)
  const server = await createServer({
    root: WEB,
    configFile: `${WEB}/vite.config.ts`,
    cacheDir: testInfo.outputPath('vite'),
    server: { port: 0, host: '127.0.0.1' },
    logLevel: 'error',
  })
  await server.listen()
  try {
    const [base = ''] = server.resolvedUrls?.local ?? []
    for (const theme of SCANNED_THEMES) {
      await page.goto(`${base}primitives.html?theme=${theme}`)
      await expect(page.getByRole('heading', { name: 'Primitives' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectAccessible(page, theme)
      await page.screenshot({ path: testInfo.outputPath(`${theme}.png`), fullPage: true })
    }
  } finally {
    await server.close()
  }
})
