import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The themes differ in colors only, so `npm test` scans one of them, and `npm run test:all` each. */
export const SCANNED_THEMES =
  process.env['TEST_SCOPE'] === 'all'
    ? ['solarized-light', 'solarized-dark', 'neutral-pro']
    : ['solarized-light']

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Scans the current screen with axe and for horizontal scrolling, at phone and laptop size. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const size of VIEWPORTS) {
    await page.setViewportSize(size)
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect.soft(found, `${name} at ${size.width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(overflow, `${name} at ${size.width} px scrolls horizontally`).toBeLessThanOrEqual(0)
  }
}
