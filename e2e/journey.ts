import { expect, type Page } from '@playwright/test'

type Journey = {
  /** Prints the clicks and the time since the start, and expects this number of clicks. */
  end: (expected: { clicks: number }) => Promise<void>
}

/** Counts the clicks or taps on a page from here on, across navigations. Typing is not counted. */
export async function startJourney(page: Page, name: string): Promise<Journey> {
  const binding = `countClickOf_${name.replace(/\W/g, '_')}`
  let clicks = 0
  await page.exposeFunction(binding, () => {
    clicks += 1
  })
  const listen = (countClick: string) => {
    const count = (event: PointerEvent) => {
      if (event.isTrusted) (window as unknown as Record<string, () => void>)[countClick]?.()
    }
    // Playwright stops a click at the window if its target has moved meanwhile, and repeats it.
    document.addEventListener('pointerdown', count, true)
  }
  await page.addInitScript(listen, binding)
  await page.evaluate(listen, binding)
  const startedAt = performance.now()
  return {
    async end(expected) {
      // The counts of earlier clicks have arrived when this returns.
      await page.evaluate(() => undefined)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      process.stdout.write(`Journey "${name}": ${clicks} clicks, ${seconds} s\n`)
      expect(clicks, `clicks of the journey "${name}"`).toBe(expected.clicks)
    },
  }
}

/** Waits until the app has taken over what the server has rendered. Until then, a link loads another document. */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  await page.waitForLoadState('networkidle')
}
